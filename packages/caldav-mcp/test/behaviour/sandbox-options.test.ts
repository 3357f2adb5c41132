import { connect, type Connection, type FactoryTarget, scriptedPerson } from "confirm-guard/testing";
import { type Sandbox, type SandboxOptions, startSandbox } from "sandbox";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createServerFactory } from "../../src/server.ts";
import { event, journal, todo } from "./objects.ts";

type Open = AsyncDisposable & {
  sandbox: Sandbox;
  connection: Connection;
  person: ReturnType<typeof scriptedPerson>;
};

/** The tools on a sandbox that is set up one way or another; whoever is asked says no. */
async function open(options: SandboxOptions): Promise<Open> {
  const sandbox = await startSandbox(options);
  const config = readConfig({
    CALDAV_URL: sandbox.url,
    CALDAV_USERNAME: sandbox.user,
    CALDAV_PASSWORD: sandbox.password,
  });
  const factory = createServerFactory(config, { version: "0.0.0", log: () => undefined });
  const person = scriptedPerson(["no"]);
  const connection = await connect(
    { factory: factory as unknown as FactoryTarget["factory"] },
    { era: "2025", person },
  );
  return {
    sandbox,
    connection,
    person,
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await sandbox.close();
    },
  };
}

const infoOf = async ({ connection }: Open): Promise<Record<string, unknown>> =>
  (await connection.callTool("get_server_info")).structuredContent ?? {};

describe("get_server_info", () => {
  it.each([
    ["rfc", "yes"],
    ["none", "no"],
    ["nonsense", "no"],
  ] as const)("believes of free-busy what it sees: %s", async (freeBusy, seen) => {
    await using desk = await open({ freeBusy });
    expect(await infoOf(desk)).toMatchObject({ free_busy: seen });
  });

  it("takes a busy minute for an answer as well as a free one", async () => {
    const now = new Date(Date.now() - 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
    await using desk = await open({ freeBusy: "rfc" });
    desk.sandbox.store.put(
      `${desk.sandbox.home}events/now.ics`,
      event("now@example.org", `DTSTART:${now}Z\nDURATION:PT9H`),
    );
    expect(await infoOf(desk)).toMatchObject({ free_busy: "yes" });
  });

  it.each([
    ["on", "yes"],
    ["unknown", "unknown"],
    ["off", "no"],
  ] as const)("believes of scheduling what it sees: %s", async (scheduling, seen) => {
    await using desk = await open({ scheduling });
    expect(await infoOf(desk)).toMatchObject({ scheduling: seen, own_addresses: ["ada@example.org"] });
  });
});

describe("the question before an event is deleted that others are invited to", () => {
  const INVITED =
    "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nORGANIZER:mailto:grace@example.org\nATTENDEE:mailto:grace@example.org\nATTENDEE:mailto:ada@example.org";

  it.each([
    ["on", /tells the organiser that you decline/],
    ["unknown", /Mail may go out/],
  ] as const)("says what the server will do about mail: %s", async (scheduling, says) => {
    await using desk = await open({ scheduling });
    const path = desk.sandbox.store.list(`${desk.sandbox.home}events/`);
    expect(path).toEqual([]);
    desk.sandbox.store.put(`${desk.sandbox.home}events/a.ics`, event("a@example.org", INVITED));
    const listed = await desk.connection.callTool("list_events", { from: "2026-09-14", to: "2026-09-14" });
    const [row] = (listed.structuredContent?.["events"] ?? []) as { id: string }[];
    await desk.connection.callTool("delete_event", { id: row?.id });
    expect(JSON.stringify(desk.person.questions)).toMatch(says);
    expect(desk.sandbox.store.list(`${desk.sandbox.home}events/`)).toHaveLength(1);
  });

  it("says nothing about mail where the server sends none", async () => {
    await using desk = await open({ scheduling: "off" });
    desk.sandbox.store.put(`${desk.sandbox.home}events/a.ics`, event("a@example.org", INVITED));
    const listed = await desk.connection.callTool("list_events", { from: "2026-09-14", to: "2026-09-14" });
    const [row] = (listed.structuredContent?.["events"] ?? []) as { id: string }[];
    await desk.connection.callTool("delete_event", { id: row?.id });
    expect(desk.person.questions).toHaveLength(1);
    expect(JSON.stringify(desk.person.questions)).not.toMatch(/[Mm]ail|decline/);
  });
});

it("lists events only, where tasks and journals lie beside them in one calendar", async () => {
  await using desk = await open({ calendars: [{ name: "all" }] });
  const at = "DTSTART:20260914T090000Z";
  const { store, home } = desk.sandbox;
  store.put(`${home}all/e.ics`, event("e@example.org", `${at}\nSUMMARY:Event`));
  store.put(`${home}all/t.ics`, todo("t@example.org", `${at}\nSUMMARY:Task`));
  store.put(`${home}all/j.ics`, journal("j@example.org", `${at}\nSUMMARY:Journal`));
  const { structuredContent } = await desk.connection.callTool("list_events", {
    from: "2026-09-14",
    to: "2026-09-14",
  });
  expect(structuredContent).toMatchObject({ count: 1, events: [{ untrusted_text: { summary: "Event" } }] });
  expect(structuredContent).not.toHaveProperty("unreadable");
});
