import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { event } from "../behaviour/objects.ts";
import * as bad from "../deviations/deviations.ts";
import { type Desk, openDesk } from "../deviations/desk.ts";
import type { Deviation } from "../deviations/proxy.ts";

const START = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Daily";
const SINGLE = event("a@example.org", START);
const DAILY = event("a@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=6`);

/** The changes that write in different ways; each makes `SUMMARY:After` of something. */
const CHANGES = {
  "a single event": { text: SINGLE, recurrence: undefined, scope: undefined },
  "one occurrence": { text: DAILY, recurrence: "20260916T090000Z", scope: undefined },
  "a series": { text: DAILY, recurrence: undefined, scope: undefined },
  "this and all later ones": { text: DAILY, recurrence: "20260916T090000Z", scope: "this_and_future" },
} as const;
type Change = keyof typeof CHANGES;

const CUTS: Record<string, Deviation> = {
  "before the server got it": bad.hangUp,
  "after the server carried it out": bad.doneBut(bad.hangUp),
};

async function deskFor(change: Change): Promise<Desk> {
  const desk = await openDesk({ script: ["yes"], limits: { requestMs: 10_000, call: { ms: 20_000 } } });
  desk.seed("a.ics", CHANGES[change].text);
  return desk;
}

function update(desk: Desk, change: Change) {
  const { recurrence, scope } = CHANGES[change];
  const calendar = `${desk.sandbox.home}events/`;
  const id = encodeEntryId({ kind: "event", calendar, resource: "a.ics", recurrence });
  return desk.call("update_event", { id, summary: "After", ...(scope === undefined ? {} : { scope }) });
}

function standing(desk: Desk, change: Change): "before" | "after" | "odd" {
  const home = `${desk.sandbox.home}events/`;
  const texts = desk.sandbox.store.list(home).map((path) => desk.sandbox.store.get(path)?.text ?? "");
  if (texts.length === 1 && texts[0] === CHANGES[change].text) return "before";
  const changed = texts.filter((text) => text.includes("SUMMARY:After"));
  const split = change === "this and all later ones";
  const ended = texts.some((text) => text.includes("UNTIL="));
  return changed.length === 1 && texts.length === (split ? 2 : 1) && ended === split ? "after" : "odd";
}

async function reportOf(desk: Desk, change: Change): Promise<"done" | "unchanged" | "open"> {
  const result = await update(desk, change);
  if (result.isError !== true) return "done";
  return /nothing was (?:read or )?changed/i.test(textOf(result)) ? "unchanged" : "open";
}

/** How many there are when nothing is cut: discovery, the reads around the question, the writes, the look afterwards. */
async function requestsOf(change: Change): Promise<number> {
  await using desk = await deskFor(change);
  expect(await reportOf(desk, change)).toBe("done");
  expect(standing(desk, change)).toBe("after");
  return desk.proxy.asked.length;
}

describe.each(Object.keys(CHANGES) as Change[])("a change of %s whose connection is cut", (change) => {
  const TRUE_OF = { done: ["after"], unchanged: ["before"], open: ["before", "after"] } as const;

  it.each(Object.entries(CUTS))(
    "at any one of its requests, %s, leaves it before or after, and the answer is true",
    { timeout: 60_000 },
    async (_name, deviation) => {
      const requests = await requestsOf(change);
      for (let number = 0; number < requests; number += 1) {
        await using desk = await deskFor(change);
        let seen = -1;
        desk.proxy.bend({}, (asked, forward) => {
          seen += 1;
          return seen === number ? deviation(asked, forward) : forward(asked);
        });
        const says = await reportOf(desk, change);
        expect(TRUE_OF[says], `request ${number}: ${says}`).toContain(standing(desk, change));
      }
    },
  );
});
