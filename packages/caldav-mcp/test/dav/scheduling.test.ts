import { describe, expect, it } from "vitest";
import { schedulingOf } from "../../src/dav/scheduling.ts";
import { aCall, accountAt } from "./account.ts";
import { serve } from "./loopback.ts";

const BOXES = { scheduleInbox: true, scheduleOutbox: true, addresses: ["ada@example.org"] };
const NOTHING = { scheduleInbox: false, scheduleOutbox: false, addresses: [] };

async function optionsWith(dav: string | string[]) {
  const server = await serve(() => ({ status: 200, headers: { dav, allow: "GET, put, MOVE" } }));
  return accountAt(server.url).client.options(new URL(server.url), aCall());
}

describe("the options of a server", () => {
  it("are read from all lines, as whole tokens in any case", async () => {
    const { features, methods } = await optionsWith(["1, 2", "Calendar-Auto-Schedule,  x-own , "]);
    expect([...features]).toEqual(["1", "2", "calendar-auto-schedule", "x-own"]);
    expect([...methods]).toEqual(["GET", "PUT", "MOVE"]);
  });
});

describe("scheduling", () => {
  it("is there when it is announced, has its two boxes, and an address to speak for", async () => {
    expect(schedulingOf(BOXES, await optionsWith("1, calendar-access, calendar-auto-schedule"))).toBe("yes");
  });

  it("is not there when nothing points to it", async () => {
    expect(schedulingOf(NOTHING, await optionsWith("1, 2, 3, calendar-access"))).toBe("no");
  });

  it("is not believed because of a token that looks like it", async () => {
    expect(schedulingOf(BOXES, await optionsWith("calendar-auto-scheduling"))).toBe("unknown");
  });

  it.each([{ scheduleInbox: false }, { scheduleOutbox: false }, { addresses: [] }])(
    "is left open when it is announced but lacks %j",
    async (lack) => {
      expect(schedulingOf({ ...BOXES, ...lack }, await optionsWith("calendar-auto-schedule"))).toBe(
        "unknown",
      );
    },
  );

  it("is left open when the server could not be asked", () => {
    expect(schedulingOf(BOXES, undefined)).toBe("unknown");
  });
});
