import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import type { Desk } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import type { Deviation } from "../deviations/proxy.ts";
import { COMPLETED, idOf, JOURNAL, PLAIN, taskDesk, WEEKLY } from "./desk.ts";

/** Each write of the three tools, what stood there, and what tells afterwards that it was done. */
const WRITES = {
  "complete_task of a task": {
    tool: "complete_task",
    name: "plain.ics",
    args: {},
    before: PLAIN,
    done: COMPLETED,
  },
  "complete_task of an occurrence": {
    tool: "complete_task",
    name: "weekly.ics",
    args: {},
    before: WEEKLY,
    done: "RECURRENCE-ID;TZID=Europe/Berlin:20260907T090000",
  },
  update_task: {
    tool: "update_task",
    name: "plain.ics",
    args: { summary: "Buy rolls" },
    before: PLAIN,
    done: "SUMMARY:Buy rolls",
  },
  update_journal: {
    tool: "update_journal",
    name: "journal.ics",
    args: { description: "All of it" },
    before: JOURNAL,
    done: "DESCRIPTION:All of it",
  },
} as const;

const CUTS: Record<string, Deviation> = {
  "before the server gets it": bad.hangUp,
  "after the server has answered it": bad.doneBut(bad.hangUp),
};

// Discovery, the read before, the write, the read after; some room for what is added.
const MOST_REQUESTS = 12;

const rows = Object.entries(WRITES).flatMap(([what, write]) =>
  Object.entries(CUTS).map(([when, cut]) => ({ what, write, when, cut })),
);

describe("a connection that is cut", () => {
  it.each(rows)(
    "at any request of $what, $when, leaves it before or after, and the answer says which",
    async (row) => {
      let reached = 0;
      for (let nth = 1; nth <= MOST_REQUESTS; nth += 1) {
        await using desk = await taskDesk();
        cutAt(desk, nth, row.cut);
        const { tool, name, args, before, done } = row.write;
        const result = await desk.call(tool, { id: idOf(desk, name), ...args });
        if (desk.proxy.asked.length < nth) break;
        reached += 1;
        const text = desk.stored(name) ?? "";
        const state = text === before ? "before" : text.includes(done) ? "after" : "odd";
        const says = result.isError !== true ? "done" : outcomeIn(textOf(result));
        expect([nth, ALLOWED[state].includes(says), state, says]).toEqual([nth, true, state, says]);
      }
      expect(reached).toBeGreaterThan(3);
    },
  );
});

const ALLOWED = {
  before: ["nothing changed", "not known"],
  after: ["done", "not known"],
  odd: [] as string[],
};

function outcomeIn(says: string): string {
  if (/nothing was (?:read or )?changed/i.test(says)) return "nothing changed";
  return /not known|most likely|not certain/i.test(says) ? "not known" : `unclear: ${says}`;
}

/** Only the nth request, counted over all of them, meets with it. */
function cutAt(desk: Desk, nth: number, cut: Deviation): void {
  desk.proxy.bend({}, async (asked, forward) =>
    desk.proxy.asked.indexOf(asked) === nth - 1 ? cut(asked, forward) : forward(asked),
  );
}
