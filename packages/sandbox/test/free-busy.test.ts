import { describe, expect, it } from "vitest";
import { event, openSandbox } from "./client.ts";

const query = (range: string): string =>
  `<C:free-busy-query xmlns:C="urn:ietf:params:xml:ns:caldav">${range}</C:free-busy-query>`;
const WEEK = query('<C:time-range start="20260914T000000Z" end="20260921T000000Z"/>');

async function ask(freeBusy: "rfc" | "none" | "nonsense", entries: string[], body = WEEK) {
  await using open = await openSandbox({ freeBusy });
  const path = `${open.sandbox.home}events/`;
  for (const [index, lines] of entries.entries())
    open.sandbox.store.put(`${path}e${index}.ics`, event(`e${index}@example.org`, lines));
  const answer = await open.request("REPORT", path, { body });
  return { ...answer, busy: answer.text.split("\r\n").filter((line) => line.startsWith("FREEBUSY")) };
}

describe("a free-busy-query (RFC 4791 section 7.10)", () => {
  it("is answered with busy times that are cut to the range and joined where they touch", async () => {
    const { status, headers, busy } = await ask("rfc", [
      "DTSTART:20260913T230000Z\r\nDTEND:20260914T010000Z",
      "DTSTART:20260914T010000Z\r\nDURATION:PT1H",
      "DTSTART:20260915T090000Z\r\nDTEND:20260915T100000Z",
      "DTSTART:20260925T090000Z\r\nDTEND:20260925T100000Z",
    ]);
    expect([status, headers.get("content-type")]).toEqual([200, "text/calendar; charset=utf-8"]);
    expect(busy).toEqual([
      "FREEBUSY;FBTYPE=BUSY:20260914T000000Z/20260914T020000Z",
      "FREEBUSY;FBTYPE=BUSY:20260915T090000Z/20260915T100000Z",
    ]);
  });

  it("leaves out what is transparent, cancelled or without length, and says what is tentative", async () => {
    const times = "DTSTART:20260915T090000Z\r\nDTEND:20260915T100000Z";
    const { busy } = await ask("rfc", [
      `${times}\r\nTRANSP:TRANSPARENT`,
      `${times}\r\nSTATUS:CANCELLED`,
      "DTSTART:20260916T090000Z",
      `${times}\r\nSTATUS:TENTATIVE`,
    ]);
    expect(busy).toEqual(["FREEBUSY;FBTYPE=BUSY-TENTATIVE:20260915T090000Z/20260915T100000Z"]);
  });

  it("expands series, without what is excluded, and all-day events", async () => {
    const { busy } = await ask("rfc", [
      "DTSTART:20260901T090000Z\r\nDTEND:20260901T093000Z\r\nRRULE:FREQ=WEEKLY;BYDAY=TU,TH\r\nEXDATE:20260917T090000Z",
      "DTSTART;VALUE=DATE:20260918",
    ]);
    expect(busy).toEqual([
      "FREEBUSY;FBTYPE=BUSY:20260915T090000Z/20260915T093000Z",
      "FREEBUSY;FBTYPE=BUSY:20260918T000000Z/20260919T000000Z",
    ]);
  });

  it("never calls a time free that a rule it does not understand may take", async () => {
    const { busy } = await ask("rfc", ["DTSTART:20260901T090000Z\r\nRRULE:FREQ=SECONDLY"]);
    expect(busy).toEqual(["FREEBUSY;FBTYPE=BUSY-UNAVAILABLE:20260914T000000Z/20260921T000000Z"]);
  });

  it("needs a time range with both bounds", async () => {
    expect((await ask("rfc", [], query(""))).status).toBe(403);
    expect((await ask("rfc", [], query('<C:time-range start="20260914T000000Z"/>'))).status).toBe(400);
  });

  it("is not known to a server without free-busy, which does not announce it either", async () => {
    const { status, text } = await ask("none", []);
    expect([status, text.includes("supported-report")]).toEqual([403, true]);
    for (const [freeBusy, announced] of [
      ["none", false],
      ["rfc", true],
    ] as const) {
      await using open = await openSandbox({ freeBusy });
      const body = '<propfind xmlns="DAV:"><prop><supported-report-set/></prop></propfind>';
      const found = await open.request("PROPFIND", `${open.sandbox.home}events/`, {
        body,
        headers: { depth: "0" },
      });
      expect(found.text.includes("free-busy-query")).toBe(announced);
    }
  });

  it("is answered with another time by a server that talks nonsense", async () => {
    const { status, busy } = await ask("nonsense", ["DTSTART:20260915T090000Z\r\nDTEND:20260915T100000Z"]);
    expect([status, busy]).toEqual([200, ["FREEBUSY;FBTYPE=BUSY:19700101T000000Z/19700102T000000Z"]]);
  });
});
