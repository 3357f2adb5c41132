import { textOf } from "confirm-guard/testing";
import { createWorkInHand } from "server-kit";
import { describe, expect, it } from "vitest";
import { type TrialName, TRIAL_NAMES, TRIALS } from "./answers-and-moves.ts";
import * as bad from "./deviations.ts";
import { type Desk, type DeskOptions, openDesk, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const UNTOUCHED = /nothing was changed/i;

async function deskFor(name: TrialName, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ script: ["yes"], scheduling: "on", ...options });
  desk.seed("entry.ics", TRIALS[name].text);
  if (name === "a move by copying")
    desk.proxy.bend(
      { method: "OPTIONS" },
      bad.header("allow", "OPTIONS, GET, PUT, DELETE, PROPFIND, REPORT"),
    );
  return desk;
}

/** The requests that a call makes when nothing goes wrong. */
async function requestsOf(name: TrialName): Promise<string[]> {
  await using desk = await deskFor(name);
  shown(await TRIALS[name].call(desk));
  return desk.proxy.asked.map(({ method }) => method);
}

const WRITES = new Set(["PUT", "MOVE", "DELETE"]);

const ANY = ["before", "after", "half"];

const CUTS: Record<string, Deviation> = {
  "before the server gets it": bad.hangUp,
  "after the server has done it": bad.doneBut(bad.hangUp),
  "inside the answer": bad.hangUpInside,
};

/**
 * What a result says of the state: it was changed, it was not, it stands twice, or it is not known. Whatever is not one
 * of these is no honest answer.
 */
function claimOf(result: Awaited<ReturnType<Desk["call"]>>): "after" | "before" | "half" | "unknown" {
  if (result.isError !== true) return result.structuredContent?.["outcome"] === "copied" ? "half" : "after";
  return UNTOUCHED.test(textOf(result)) ? "before" : "unknown";
}

describe.each(TRIAL_NAMES)("%s, when the connection is cut", (name) => {
  it.each(Object.keys(CUTS))(
    "at any one request, %s, leaves a state that the answer tells",
    async (cut) => {
      const requests = await requestsOf(name);
      expect(requests.filter((method) => WRITES.has(method))).toEqual(TRIALS[name].writes);
      for (const place of requests.keys()) {
        await using desk = await deskFor(name);
        let seen = 0;
        desk.proxy.bend({}, (asked, forward) => {
          seen += 1;
          return seen - 1 === place ? (CUTS[cut] ?? bad.hangUp)(asked, forward) : forward(asked);
        });
        const result = await TRIALS[name].call(desk);
        const state = TRIALS[name].state(desk);
        const claim = claimOf(result);
        const at = `${place}: ${requests[place] ?? ""} ${textOf(result)}`;
        // Only a write that may have arrived leaves anything open.
        const open = WRITES.has(requests[place] ?? "") ? ANY : [];
        expect([at, claim === "unknown" ? open : [claim]]).toEqual([at, expect.arrayContaining([state])]);
      }
    },
    60_000,
  );

  it("for good from any one request on, leaves a state that the answer does not deny", async () => {
    const requests = await requestsOf(name);
    for (const place of requests.keys()) {
      await using desk = await deskFor(name);
      let seen = 0;
      desk.proxy.bend({}, (asked, forward) => {
        seen += 1;
        if (seen - 1 < place) return forward(asked);
        return (seen - 1 === place ? bad.doneBut(bad.hangUp) : bad.hangUp)(asked, forward);
      });
      const result = await TRIALS[name].call(desk);
      const state = TRIALS[name].state(desk);
      const claim = claimOf(result);
      const at = `${place}: ${requests[place] ?? ""} ${textOf(result)}`;
      const allowed = { before: ["before"], after: ["after"], half: ["half", "after"], unknown: ANY }[claim];
      expect([at, allowed]).toEqual([at, expect.arrayContaining([state])]);
    }
  }, 60_000);
});

describe.each(TRIAL_NAMES)("%s, which the server refuses", (name) => {
  const [first = ""] = TRIALS[name].writes;

  it.each([401, 403, 409, 412, 413, 423, 507])("with %s is reported as changing nothing", async (status) => {
    await using desk = await deskFor(name);
    desk.proxy.bend({ method: first }, bad.says(status));
    const result = await TRIALS[name].call(desk);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(UNTOUCHED);
    expect(TRIALS[name].state(desk)).toBe("before");
    expect(desk.person.questions).toHaveLength(1);
  });

  it.each([202, 408, 500, 502, 504])("with %s, and may have done, is not denied", async (status) => {
    await using desk = await deskFor(name);
    desk.proxy.bend({ method: first }, bad.says(status));
    const result = await TRIALS[name].call(desk);
    expect(result.isError).toBe(true);
    expect(textOf(result)).not.toMatch(UNTOUCHED);
    expect(TRIALS[name].state(desk)).toBe("before");
  });

  it.each([202, 500, 502, 504])(
    "with %s after it has done it all the same, is not denied",
    async (status) => {
      await using desk = await deskFor(name);
      desk.proxy.bend({ method: first }, bad.doneBut(bad.says(status)));
      const result = await TRIALS[name].call(desk);
      expect(textOf(result)).not.toMatch(UNTOUCHED);
      expect(TRIALS[name].state(desk)).toBe("after");
      expect(claimOf(result)).toBe("after");
    },
  );
});

describe.each(TRIAL_NAMES)("%s, approved when the server has been told to end", (name) => {
  it("is not begun any more", async () => {
    const inHand = createWorkInHand();
    inHand.beginNoMore();
    await using desk = await deskFor(name, { inHand });
    const result = await TRIALS[name].call(desk);
    expect(textOf(result)).toMatch(/told to end.*Nothing was changed/);
    expect(TRIALS[name].state(desk)).toBe("before");
    expect(desk.proxy.asked.filter(({ method }) => WRITES.has(method))).toEqual([]);
  });
});
