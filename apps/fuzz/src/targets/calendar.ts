import assert from "node:assert/strict";
import * as fc from "fast-check";
import { readDocument } from "../../../../packages/caldav-mcp/src/ical/document.ts";
import { joinLines, parseLines, partsOf } from "../../../../packages/caldav-mcp/src/ical/lines.ts";
import { countOccurrences, expand } from "../../../../packages/caldav-mcp/src/ical/occurrences.ts";
import { excludeOccurrence } from "../../../../packages/caldav-mcp/src/ical/edit/exclude.ts";
import { mutatedText } from "../generators/mutated-text.ts";
import { defineTarget } from "../target.ts";
import { CALENDAR_TEXTS, CALENDAR_WORDS } from "./calendar-texts.ts";
import { refusedOr } from "./refused.ts";

const ZONE = "Europe/Berlin";
const VIEW = { zone: ZONE, ownAddresses: new Set(["mailto:ada@example.org"]) };
const MONTH = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };
const MAX_OCCURRENCES = 200;

/** `name` is the start that the rule gives it, as far as the entry recurs. */
type Shown = { name: string | undefined; start: number };
type Expanded = { shown: Shown[]; whole: boolean };

/** Calendar objects as stored by anybody with access: read, expanded, and with one occurrence taken out. */
export const calendarTarget = defineTarget({
  name: "calendar",
  bounded: 3_000,
  open: () => ({
    cases: fc.record({
      text: mutatedText(fc.constantFrom(...CALENDAR_TEXTS), CALENDAR_WORDS),
      which: fc.nat(),
    }),
    check: ({ text, which }) => {
      const lines = refusedOr(() => parseLines(text));
      if (lines !== undefined) {
        assert.equal(joinLines(lines), text, "The lines are not the document again.");
        for (const line of lines) partsOf(line);
      }
      const before = refusedOr(() => expanded(text));
      if (before === undefined) return;
      const named = before.shown.flatMap(({ name }) => name ?? []);
      const gone = named[which % named.length];
      if (gone === undefined) return;
      // The last occurrence is never taken out: the entry is deleted as a whole then.
      const count = countOccurrences(readDocument(text), VIEW);
      if (count.kind === "count" && count.count <= 1) return;
      const edited = refusedOr(() => excludeOccurrence(text, gone, { now: 0, zone: ZONE }));
      if (edited === undefined) return;
      const after = expanded(edited);
      // What was not followed to its end may show more once something before it is gone.
      if (!before.whole || !after.whole) return;
      const left = before.shown.filter(({ name }) => name !== gone);
      assert.deepEqual(startsOf(after.shown), startsOf(left));
    },
  }),
});

/** The occurrences of a month by the names they have in their series. */
function expanded(text: string): Expanded {
  const document = readDocument(text);
  const end = performance.now() + 100;
  const { occurrences, notExpanded } = expand(document, MONTH, {
    ...VIEW,
    maxOccurrences: MAX_OCCURRENCES,
    deadline: () => performance.now() > end,
  });
  for (const occurrence of occurrences) {
    assert.ok(
      occurrence.start.instant < MONTH.to && occurrence.end.instant >= MONTH.from,
      "Outside the window.",
    );
    assert.ok(occurrence.start.instant <= occurrence.end.instant, "It ends before it begins.");
    occurrence.fields();
  }
  return {
    shown: occurrences.map(({ recurrence, start }) => ({ name: recurrence, start: start.instant })),
    whole: notExpanded === undefined && occurrences.length < MAX_OCCURRENCES,
  };
}

/** The names may go: what is left of a series without a rule does not recur any more. */
function startsOf(shown: readonly Shown[]): number[] {
  return shown.map(({ start }) => start);
}
