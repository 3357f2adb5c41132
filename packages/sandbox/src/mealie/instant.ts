import { invalid, type Place } from "./body.ts";

const FORM = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$/;

/** An instant of a body, in UTC with a Z: a date is its midnight in UTC, and without an offset UTC is meant. */
export function instantAt(value: unknown, loc: Place): string {
  const form = typeof value === "string" ? FORM.exec(value) : null;
  if (typeof value !== "string" || form === null)
    throw invalid("datetime_type", loc, "Input should be a valid datetime", value);
  const complete = value.length === 10 ? `${value}T00:00:00Z` : form[1] === undefined ? `${value}Z` : value;
  const millis = Date.parse(complete.replace(" ", "T"));
  if (Number.isNaN(millis))
    throw invalid("datetime_from_date_parsing", loc, "Input should be a valid datetime", value);
  return new Date(millis).toISOString();
}
