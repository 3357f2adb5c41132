import { describe, expect, it } from "vitest";
import type { Discovery } from "../../src/dav/calendars.ts";
import { probeFeatures } from "../../src/dav/features.ts";
import { aCall, accountAt } from "./account.ts";
import { type Reply, serve } from "./loopback.ts";
import { aCalendar, aDiscovery } from "./samples.ts";

const SCHEDULER: Partial<Discovery> = {
  scheduleInbox: true,
  scheduleOutbox: true,
  addresses: ["ada@example.org"],
};
const dav = (value: string | string[], allow = "GET, PUT, MOVE"): Reply => ({
  status: 200,
  headers: { dav: value, allow },
});

async function probe(reply: Reply, more: Partial<Discovery> = {}) {
  const server = await serve(() => reply);
  const work = aCalendar("/cal/work/", { url: new URL("/cal/work/", server.url) });
  const { client } = accountAt(server.url);
  return probeFeatures(client, { ...aDiscovery([work]), ...more }, aCall());
}

describe("the features of a server", () => {
  it("include scheduling when it is claimed, has its two boxes, and an address to speak for", async () => {
    expect(await probe(dav("1, 3, calendar-access, calendar-auto-schedule"), SCHEDULER)).toMatchObject({
      scheduling: "yes",
    });
  });

  it("are read from all DAV lines, as whole tokens in any case", async () => {
    const found = await probe(dav(["1, 2", "Calendar-Auto-Schedule,  x-own , y-own"]), SCHEDULER);
    expect(found).toMatchObject({
      scheduling: "yes",
      known: ["1", "2", "calendar-auto-schedule"],
      others: 2,
    });
  });

  it("do not include scheduling because a token looks like it", async () => {
    expect(await probe(dav("1, calendar-access, calendar-auto-scheduling"))).toMatchObject({
      scheduling: "no",
    });
  });

  it.each<[string, Partial<Discovery>]>([
    ["no outbox", { ...SCHEDULER, scheduleOutbox: false }],
    ["no inbox", { ...SCHEDULER, scheduleInbox: false }],
    ["no address", { ...SCHEDULER, addresses: [] }],
  ])("leave scheduling open when it is claimed but there is %s", async (_case, more) => {
    expect(await probe(dav("calendar-auto-schedule"), more)).toMatchObject({ scheduling: "unknown" });
  });

  it("leave scheduling open when the boxes are there but the claim is not", async () => {
    expect(await probe(dav("1, 2"), SCHEDULER)).toMatchObject({ scheduling: "unknown" });
  });

  it("say whether there is MOVE", async () => {
    expect(await probe(dav("1"))).toMatchObject({ move: "yes" });
    expect(await probe(dav("1", "GET, REMOVE"))).toMatchObject({ move: "no" });
    expect(await probe(dav("1", ""))).toMatchObject({ move: "unknown" });
  });

  it("are unknown when the server does not answer the question", async () => {
    for (const reply of [{ status: 405 }, { status: 500 }, { status: 200 }])
      expect(await probe(reply)).toEqual({ scheduling: "unknown", move: "unknown", known: [], others: 0 });
  });
});
