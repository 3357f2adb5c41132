import { dayAt } from "../days.ts";
import { inUtc } from "../moments.ts";

const FORM = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** Unix milliseconds of an instant as Mealie sends it; without an offset it is UTC. */
function millisOf(text: string | undefined): number | undefined {
  const form = text === undefined ? null : FORM.exec(text);
  if (text === undefined || form === null) return undefined;
  const complete = text.length === 10 ? `${text}T00:00:00Z` : form[1] === undefined ? `${text}Z` : text;
  const millis = Date.parse(complete.replace(" ", "T"));
  return Number.isNaN(millis) ? undefined : millis;
}

/** An instant in UTC to the second; undefined when it is none. */
export function instantOf(text: string | undefined): string | undefined {
  const millis = millisOf(text);
  return millis === undefined ? undefined : inUtc(millis);
}

/** The day that an instant is in a zone. */
export function dayOf(text: string | undefined, zone: string): string | undefined {
  const millis = millisOf(text);
  return millis === undefined ? undefined : dayAt(millis, zone);
}

/** A plain date that Mealie keeps as one. */
export function plainDateOf(text: string | undefined): string | undefined {
  return instantOf(text?.slice(0, 10))?.slice(0, 10);
}
