import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { rowsUnder } from "../../../server-kit/test/docs/figure.ts";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { event } from "../behaviour/objects.ts";
import { openDesk } from "../deviations/desk.ts";

const PAGE = readFileSync(
  fileURLToPath(new URL("../../../../docs/security/cost.md", import.meta.url)),
  "utf8",
);

it("the page on what a call may cost counts the requests to a calendar server as they are", async () => {
  await using desk = await openDesk({ script: ["yes"], limits: { requestMs: 10_000, call: { ms: 20_000 } } });
  desk.seed("a.ics", event("a@example.org", "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:A"));
  const calendar = `${desk.sandbox.home}events/`;
  const id = encodeEntryId({ kind: "event", calendar, resource: "a.ics", recurrence: undefined });

  async function count(name: string, args: Record<string, unknown> = {}): Promise<string> {
    const before = desk.proxy.asked.length;
    const result = await desk.call(name, args);
    expect({ name, isError: result.isError ?? false }).toEqual({ name, isError: false });
    return String(desk.proxy.asked.length - before);
  }

  const counted = [
    ["the first call, to find an account with its calendars", await count("list_calendars")],
    [
      "`list_events` over two calendars",
      await count("list_events", { from: "2026-09-14", to: "2026-09-20" }),
    ],
    ["`search_events` over two calendars", await count("search_events", { query: "A" })],
    ["`get_event`", await count("get_event", { id })],
    ["`update_event`, one event, nobody asked", await count("update_event", { id, summary: "B" })],
    ["`delete_event`, one event, from the question to the deletion", await count("delete_event", { id })],
  ];
  expect(rowsUnder(PAGE, "call of caldav-mcp")).toEqual(counted);
});
