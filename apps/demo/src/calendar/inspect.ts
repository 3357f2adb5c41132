import type { Finding } from "../stage.ts";

/** The calendar objects that the sandbox holds: name of the resource → iCalendar document. */
export type Objects = ReadonlyMap<string, string>;

/** What a deletion is meant to take away. */
export type Reach = "one occurrence" | "the whole entry";

/** Compares what the calendar held before a call with what it holds now; the sandbox is asked, never the server. */
export function inspect(
  before: Objects,
  after: Objects,
  expected: { reach: Reach; resource: string } | "nothing",
): Finding {
  const removed = [...before.keys()].filter((name) => !after.has(name));
  const added = [...after.keys()].filter((name) => !before.has(name));
  const changed = [...before]
    .filter(([name, text]) => after.has(name) && after.get(name) !== text)
    .map(([name]) => name);
  const seen = `entries gone: ${removed.length}, changed: ${changed.length}, new: ${added.length}`;
  const judged = (asItShouldBe: boolean, held: string, broken: string): Finding => ({
    asItShouldBe,
    sentence: `The calendar: ${asItShouldBe ? held : broken} (${seen}).`,
  });

  if (expected === "nothing") {
    const untouched = removed.length + added.length + changed.length === 0;
    return judged(untouched, "nothing was touched", "it was touched without a yes");
  }
  const { reach, resource } = expected;
  if (reach === "the whole entry") {
    const gone = removed.length === 1 && removed[0] === resource && changed.length + added.length === 0;
    return judged(gone, "this entry is gone, and only this one", "not exactly this entry is gone");
  }
  const excluded = exclusions(after.get(resource) ?? "") - exclusions(before.get(resource) ?? "");
  const one =
    changed.length === 1 && changed[0] === resource && removed.length + added.length === 0 && excluded === 1;
  return judged(one, "one occurrence is gone, the series stays", "not exactly one occurrence is gone");
}

/** How many dates a document leaves out (RFC 5545 §3.8.5.1). */
function exclusions(document: string): number {
  const lines = document.replaceAll(/\r?\n[ \t]/g, "").split(/\r?\n/);
  return lines
    .filter((line) => /^EXDATE[;:]/i.test(line))
    .reduce((count, line) => count + line.split(",").length, 0);
}
