import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import { ERAS, openDesk } from "./calendar.ts";
import { measuredCall } from "./measured-call.ts";

const START = "DTSTART:20260914T090000Z\nDTEND:20260914T093000Z";
const ALL = (last: number) => Array.from({ length: last }, (_, index) => index).join(",");

const HOSTILE = {
  "never.ics": "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
  "hourly-never.ics": "FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30",
  "product.ics": `FREQ=DAILY;BYHOUR=${ALL(24)};BYMINUTE=${ALL(60)};BYSECOND=${ALL(60)}`,
  "secondly.ics": "FREQ=SECONDLY",
  "secondly-never.ics": "FREQ=SECONDLY;BYMONTH=2;BYMONTHDAY=31",
  "far.ics": "FREQ=YEARLY;INTERVAL=4000",
};

describe.each(ERAS)("rules that would keep a careless server busy for ever (%s)", (era) => {
  it("do not stop the listing: the other events come at once and what was not expanded is named", async () => {
    await using desk = await openDesk();
    desk.seed("plain.ics", event("plain@example.org", `${START}\nSUMMARY:Plain`));
    for (const [name, rule] of Object.entries(HOSTILE)) {
      desk.seed(name, event(name, `${START}\nSUMMARY:Odd\nRRULE:${rule}`));
    }
    const { connection } = await desk.client({ era });

    const result = await connection.callTool("list_events", {
      from: "2026-09-14",
      to: "2026-09-14",
      limit: 500,
    });
    const listed = result.structuredContent as {
      events: { untrusted_text: { summary?: string } }[];
      not_expanded?: string[];
    };
    expect(listed.events.map(({ untrusted_text }) => untrusted_text.summary)).toContain("Plain");
    const named = (listed.not_expanded ?? []).map((id) =>
      Buffer.from(id.split(".")[2] ?? "", "base64url").toString(),
    );
    expect(named).toEqual(expect.arrayContaining(["product.ics", "secondly.ics"]));
  });

  it("leave the server able to answer a ping within half a second while it lists 200 of them", async () => {
    await using desk = await openDesk();
    for (let index = 0; index < 200; index += 1) {
      const rules = Object.values(HOSTILE);
      desk.seed(`odd-${index}.ics`, event(`odd-${index}`, `${START}\nRRULE:${rules[index % rules.length]}`));
    }
    const { connection } = await desk.client({ era });
    const args = { from: "2026-09-14", to: "2026-10-14", limit: 500 };
    // The best of three: a busy machine can make any one of them late.
    const tries = [
      await measuredCall(connection, "list_events", args),
      await measuredCall(connection, "list_events", args),
      await measuredCall(connection, "list_events", args),
    ];
    expect(tries.every(({ result }) => result.isError !== true)).toBe(true);
    expect(Math.min(...tries.map(({ tookMs }) => tookMs))).toBeLessThan(5_000);
    expect(Math.min(...tries.map(({ longestPingMs }) => longestPingMs))).toBeLessThan(500);
  });
});
