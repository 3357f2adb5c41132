import { isOwnPerson } from "../addresses.ts";
import type { EntryComponent } from "../component.ts";
import type { CalendarDocument } from "../document.ts";
import { lineAt } from "../line-table.ts";
import { makeLine, partsOf, type ContentLine } from "../lines.ts";
import type { ViewOptions } from "../view.ts";
import { createEdits, type Edits } from "./edits.ts";
import { withOverride } from "./override.ts";

/** What can be answered to an invitation. */
export const ANSWERS = ["accepted", "declined", "tentative"] as const;

export type Answer = (typeof ANSWERS)[number];

/** `now` in unix milliseconds; the zone is that of the listing that the names of occurrences come from. */
export type ReplyOptions = ViewOptions & { now: number };

/** The lines of a component by which the account is invited, as indexes into the document; there may be several. */
export function ownAttendeeLines(component: EntryComponent, ownAddresses: ReadonlySet<string>): number[] {
  return component.node.properties.filter((index) => {
    const line = lineAt(component.lines, index);
    const parts = line?.name === "ATTENDEE" ? partsOf(line) : undefined;
    return parts !== undefined && isOwnPerson(parts, ownAddresses);
  });
}

/**
 * The document with our answer in some of its components; undefined when they say so already. Only PARTSTAT of our own
 * ATTENDEE lines changes, and DTSTAMP and LAST-MODIFIED, which tell a later answer from an earlier one (RFC 5546 section
 * 2.1.5); SEQUENCE is the organiser's. RSVP stays too: it is not among the changes that a server has to allow an attendee
 * (RFC 6638 section 3.2.2.1).
 */
export function replyTo(
  document: CalendarDocument,
  components: readonly EntryComponent[],
  answer: Answer,
  options: ReplyOptions,
): string | undefined {
  const edits = createEdits(document);
  for (const component of components) writeReply(edits, component, answer, options);
  return edits.isEmpty() ? undefined : edits.text();
}

/**
 * The same for one occurrence, which becomes an override where it is none yet: that is how a server tells an answer to it
 * from one to the series (RFC 6638 section 3.2.2.1). Undefined when it says so already.
 *
 * @throws CaldavError as {@link withOverride}
 */
export function replyToOccurrence(
  document: CalendarDocument,
  { component, recurrence }: { component: EntryComponent; recurrence: string },
  answer: Answer,
  options: ReplyOptions,
): string | undefined {
  if (saysSo(component, answer, options)) return undefined;
  const overridden = withOverride(document, recurrence, options);
  return replyTo(overridden.document, [overridden.override], answer, options);
}

function saysSo(component: EntryComponent, answer: Answer, { ownAddresses }: ReplyOptions): boolean {
  return ownAttendeeLines(component, ownAddresses).every((index) => {
    const line = lineAt(component.lines, index);
    return line !== undefined && withReply(line, answer) === line;
  });
}

function writeReply(
  edits: Edits,
  component: EntryComponent,
  answer: Answer,
  { ownAddresses, now }: ReplyOptions,
): void {
  let changed = false;
  for (const index of ownAttendeeLines(component, ownAddresses)) {
    const line = lineAt(component.lines, index);
    const answered = line && withReply(line, answer);
    if (answered === undefined || answered === line) continue;
    edits.replace(index, [answered]);
    changed = true;
  }
  if (changed) edits.touch(component, { now, sequence: "keep" });
}

/** An ATTENDEE line with another PARTSTAT; the line itself when it says so already. */
export function withReply(line: ContentLine, answer: Answer): ContentLine {
  const value = answer.toUpperCase();
  const { content } = line;
  const { params, end } = parametersOf(line);
  const states = params.filter(({ name }) => name === "PARTSTAT");
  if (states.length === 0)
    return makeLine(`${content.slice(0, end)};PARTSTAT=${value}${content.slice(end)}`, line);
  if (states.every(({ from, to }) => sameWord(content.slice(from, to), value))) return line;
  let written = "";
  let at = 0;
  for (const { from, to } of states) {
    written += content.slice(at, from) + value;
    at = to;
  }
  return makeLine(written + content.slice(at), line);
}

function sameWord(written: string, word: string): boolean {
  const bare = written.startsWith('"') && written.endsWith('"') ? written.slice(1, -1) : written;
  return bare.toUpperCase() === word;
}

/** Where a parameter's values stand in its line, quotes and commas included. */
type ParameterPlace = { name: string; from: number; to: number };

/** The parameters of a line that {@link partsOf} reads, by place; `end` is where the colon before the value stands. */
function parametersOf({ content, name }: ContentLine): { params: ParameterPlace[]; end: number } {
  const params: ParameterPlace[] = [];
  let at = content.startsWith("\uFEFF") ? name.length + 1 : name.length;
  while (content[at] === ";") {
    const equals = content.indexOf("=", at);
    const param = content.slice(at + 1, equals).toUpperCase();
    at = equals;
    do at = endOfValue(content, at + 1);
    while (content[at] === ",");
    params.push({ name: param, from: equals + 1, to: at });
  }
  return { params, end: at };
}

function endOfValue(content: string, from: number): number {
  if (content[from] === '"') return content.indexOf('"', from + 1) + 1;
  let at = from;
  while (at < content.length && !";:,".includes(content.charAt(at))) at += 1;
  return at;
}
