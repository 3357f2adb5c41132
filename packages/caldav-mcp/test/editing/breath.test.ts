import { describe, expect, it } from "vitest";
import { rewrite } from "../../src/editing/rewrite.ts";
import { readUpdate } from "../../src/editing/requested.ts";
import type { EditReach } from "../../src/editing/reach.ts";
import { readDocument } from "../../src/ical/document.ts";
import { event } from "../behaviour/objects.ts";

const MANY = 6_000;
const day = (nth: number, hour = 9): string =>
  new Date(Date.UTC(2010, 0, 1 + nth, hour)).toISOString().replaceAll(/[-:]|\.\d+/g, "");

/** A series of which each occurrence was changed on its own. */
const SERIES = readDocument(
  event(
    "a@example.org",
    `DTSTART:${day(0)}\nDTEND:${day(0, 10)}\nRRULE:FREQ=DAILY;COUNT=${MANY + 2}\nSUMMARY:Daily`,
    ...Array.from(
      { length: MANY },
      (_, nth) =>
        `RECURRENCE-ID:${day(nth)}\nDTSTART:${day(nth, 11)}\nDTEND:${day(nth, 12)}\nSUMMARY:No ${nth}`,
    ),
  ),
);

/** How often the event loop is free while something is worked out. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let running = true;
  const tick = (): void => {
    turns += 1;
    if (running) setImmediate(tick);
  };
  setImmediate(tick);
  await work();
  running = false;
  return turns;
}

describe("a change in a series with thousands of changed occurrences", () => {
  const unknown = { kind: "unknown" } as const;
  it.each<[string, EditReach, string | undefined, Parameters<typeof readUpdate>[0]]>([
    ["of its texts", { kind: "series", count: unknown }, undefined, { summary: "New" }],
    ["of its start", { kind: "series", count: unknown }, undefined, { start: "2010-01-01T10:30Z" }],
    ["of all later ones", { kind: "rest", count: unknown }, day(4), { summary: "New" }],
  ])("%s lets other requests be answered meanwhile", async (_what, reach, recurrence, update) => {
    const options = { now: Date.UTC(2026, 8, 14), zone: "UTC", newUid: () => "b@example.org" };
    const { change } = readUpdate(update);
    const turns = await turnsDuring(() => rewrite({ document: SERIES, reach, recurrence, change, options }));
    // Work in one go leaves it none.
    expect(turns).toBeGreaterThan(0);
  });
});
