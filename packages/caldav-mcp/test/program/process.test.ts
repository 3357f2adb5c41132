import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connectRaw } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { ERAS, firstId, openDesk } from "./calendar.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const LUNCH = event("lunch@example.org", "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Lunch");

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}

describe("the command line", () => {
  it("explains itself with --help, with every setting", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("CALDAV_URL");
    expect(stdout).toContain("ELICITATION");
  });

  it("names its version and its tools", async () => {
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    expect((await run(["--tools"])).stdout).toMatch(/delete_event +asks/);
  });

  it("refuses an unknown argument in one line", async () => {
    const { code, stdout, stderr } = await run(["--verbose"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.trimEnd()).not.toContain("\n");
  });

  it("checks an account and says what it found, as text and as JSON", async () => {
    await using desk = await openDesk();
    const { env } = startCaldavMcp(desk.sandbox);
    const text = await run(["--check"], env);
    expect(text.code).toBe(0);
    expect(text.stdout).toContain("/calendars/ada/events/");
    expect(text.stdout).toContain("Meeting room  (event; read-only)");
    expect(text.stdout).toContain("This server does not mail invited people.");
    expect(text.stdout).toContain("Will not work here:\n  No event can be moved to another calendar");
    expect(text.stdout).toContain("It works, but for what is named above.");
    const json = await run(["--check", "--json"], env);
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      guarded: expect.arrayContaining(["update_event", "delete_event"]),
      dialogs: "on",
      scheduling: "no",
      will_not_work: [expect.stringContaining("be moved"), expect.stringContaining("does not mail it")],
    });
  });

  it("does not say that a person is asked while dialogs are off", async () => {
    await using desk = await openDesk();
    const { env } = startCaldavMcp(desk.sandbox, { env: { ELICITATION: "false" } });
    const { code, stdout } = await run(["--check"], env);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^These \d+ would ask a person first: .*\bdelete_event\b/m);
    expect(stdout).toContain("Warning: ELICITATION=false: nobody is asked");
    expect((await run(["--tools"], env)).stdout).toContain("ELICITATION=false: nobody is asked");
  });

  it("fails on a setting that the server would not start with", async () => {
    await using desk = await openDesk();
    const { env } = startCaldavMcp(desk.sandbox, { env: { ELICITATION: "maybe" } });
    expect(await run(["--check"], env)).toMatchObject({ code: 1, stdout: "" });
  });

  it("fails when the allow-list leaves no calendar", async () => {
    await using desk = await openDesk();
    const { env } = startCaldavMcp(desk.sandbox, { env: { CALDAV_CALENDARS: "no-such-one" } });
    const { code, stdout } = await run(["--check"], env);
    expect(code).toBe(1);
    expect(stdout).toContain("Not working: CALDAV_CALENDARS names no calendar of this account.");
  });

  it.each(["events/", "events"])(
    "warns that the address of one calendar does not limit the account: %s",
    async (path) => {
      await using desk = await openDesk();
      const url = `${desk.sandbox.url.replace(/\/$/, "")}${desk.sandbox.home}${path}`;
      const { env } = startCaldavMcp(desk.sandbox, { env: { CALDAV_URL: url } });
      const { code, stdout } = await run(["--check"], env);
      expect(code).toBe(0);
      expect(stdout).toContain("Warning: CALDAV_URL names one calendar");
    },
  );

  it("says that the path of the address led nowhere, when the account was found all the same", async () => {
    await using desk = await openDesk();
    const { env } = startCaldavMcp(desk.sandbox, {
      env: { CALDAV_URL: new URL("/nosuch/", desk.sandbox.url).href },
    });
    const { code, stdout } = await run(["--check"], env);
    expect(code).toBe(0);
    expect(stdout.replaceAll(/\s+/g, " ")).toContain(
      "Nothing for calendars was found at the path of CALDAV_URL",
    );
    const { env: right } = startCaldavMcp(desk.sandbox);
    expect((await run(["--check"], right)).stdout).not.toContain("Nothing for calendars");
  });

  it("says what is wrong with an account, without the password", async () => {
    await using desk = await openDesk();
    const { env } = startCaldavMcp(desk.sandbox, { env: { CALDAV_PASSWORD: "wrong-one" } });
    const { code, stdout, stderr } = await run(["--check"], env);
    expect(code).toBe(1);
    expect(stdout).toContain("Not working:");
    expect(stdout + stderr).not.toContain("wrong-one");
  });
});

describe("a bad setting", () => {
  it.each<[string, Record<string, string>]>([
    ["CALDAV_URL", { CALDAV_URL: "dav.example.org" }],
    ["CALDAV_TIMEZONE", { CALDAV_TIMEZONE: "Nowhere" }],
    ["CALDAV_MAX_EVENTS", { CALDAV_MAX_EVENTS: "-1" }],
    ["CALDAV_ALLOW_TOOLS", { CALDAV_ALLOW_TOOLS: "delete_everything" }],
    ["CALDAV_DENY_TOOLS", { CALDAV_DENY_TOOLS: "lst_events" }],
    ["CALDAV_READ_ONLY", { CALDAV_READ_ONLY: "1", CALDAV_ALLOW_TOOLS: "delete_event" }],
    ["ELICITATION", { ELICITATION: "off" }],
    ["ELICITATION", { ELICITATION: "1" }],
  ])("stops the start with one line that names %s", async (variable, env) => {
    const { code, stdout, stderr } = await run([], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(variable);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});

describe("without an account", () => {
  it.each(ERAS)("the server starts, lists its tools and explains on each call (%s)", async (era) => {
    await using connection = await connectRaw({ command: process.execPath, args: [CLI], env: {} }, { era });
    const listed = await connection.request("tools/list", {});
    expect(JSON.stringify(listed)).toContain("delete_event");
    for (const name of ["list_calendars", "list_events", "get_event", "delete_event"]) {
      const answer = JSON.stringify(await connection.request("tools/call", { name, arguments: { id: "x" } }));
      expect(answer).toContain("CALDAV_URL");
      expect(answer).toContain('"isError":true');
    }
  });
});

describe("with ELICITATION=false", () => {
  it("the server says so once at the start and falls back to the two-call path, naming itself", async () => {
    await using desk = await openDesk();
    desk.seed("lunch.ics", LUNCH);
    const { connection, person } = await desk.client({
      era: "2025",
      script: ["yes"],
      env: { ELICITATION: "false" },
    });
    const issued = await connection.callTool("delete_event", { id: await firstId(connection) });
    expect(JSON.stringify(issued)).toContain("caldav-mcp");
    expect(person.questions).toEqual([]);
    expect(desk.stored("lunch.ics")).toBe(LUNCH);
    await expect
      .poll(() => connection.stderr())
      .toContain("caldav-mcp: ELICITATION=false — guarded tools fall back to the two-call token\n");
  });
});

describe("the process", () => {
  it.each(ERAS)(
    "prints nothing but the protocol on stdout, and one line for each decision on stderr (%s)",
    async (era) => {
      await using desk = await openDesk();
      desk.seed("lunch.ics", LUNCH);
      const { connection } = await desk.client({ era, script: ["no"] });
      await connection.callTool("delete_event", { id: await firstId(connection) });
      expect(connection.strayLines).toEqual([]);
      const decided = () => connection.stderr().match(/ delete_event declined .*\n/g) ?? [];
      await expect.poll(decided).toHaveLength(1);
    },
  );

  it.each(["SIGTERM", "stdin"] as const)(
    "ends by %s while a question is open, and does nothing",
    async (how) => {
      await using desk = await openDesk();
      desk.seed("lunch.ics", LUNCH);
      const { connection, person } = await desk.client({ era: "2025", script: ["silent"] });
      const id = await firstId(connection);
      const call = connection.callTool("delete_event", { id }).catch(() => "ended");
      await person.question(1);
      if (how === "SIGTERM") connection.process?.kill("SIGTERM");
      else await connection.close();
      const exit = await connection.process?.exited;
      expect(exit).toBeDefined();
      await connection.close();
      await call;
      expect(desk.stored("lunch.ics")).toBe(LUNCH);
    },
  );
});
