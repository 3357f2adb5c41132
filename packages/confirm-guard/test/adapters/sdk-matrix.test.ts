import { afterAll, describe, expect, it } from "vitest";

import {
  connect,
  type Connection,
  type HttpTarget,
  outcomeOf,
  type ReceivedResult,
  scriptedPerson,
  type ScriptedAnswer,
  type StdioTarget,
  type Target,
  textOf,
} from "../../src/testing/index.ts";
import type { GuardedSettings } from "../testing/servers/guarded-acts.ts";
import { guardedSdkServers } from "../testing/servers/guarded-sdk.ts";
import { listening, onOldestSdk, serverFile } from "../testing/targets.ts";

type Settings = GuardedSettings & { JSON_RESPONSES?: string; STATELESS?: string };
type Running = { target: Target | HttpTarget; stop: () => Promise<unknown> };
type Start = (settings: Settings) => Promise<Running>;
type Launch = (name: string, env: Record<string, string>) => StdioTarget;
type Place = { server: string; transport: string; start: Start };

const overStdio =
  (launch: Launch): Start =>
  async (settings) => ({ target: launch("guarded-sdk-stdio", { ...settings }), stop: async () => undefined });

const overHttp =
  (launch: Launch): Start =>
  async (settings) => {
    const { url, stop } = await listening(launch("guarded-sdk-http", { ...settings }));
    return { target: { url }, stop };
  };

const inProcess: Start = async (settings) => ({
  target: { factory: guardedSdkServers(settings) },
  stop: async () => undefined,
});

const RELEASES: [string, Launch][] = [
  ["newest SDK v1", serverFile],
  ["oldest SDK v1", onOldestSdk],
];
const CLIENTS = ["v1", "v2"] as const;

/** Where a person can be asked. */
const DIALOGS: Place[] = [
  { server: "newest SDK v1", transport: "in process", start: inProcess },
  ...RELEASES.flatMap(([server, launch]) => [
    { server, transport: "stdio", start: overStdio(launch) },
    { server, transport: "HTTP session", start: overHttp(launch) },
  ]),
];

/** The tool without and the tool with an output schema. */
const TOOLS = ["delete_event", "delete_book"] as const;

/** What the client declares: dialogs with somebody behind them, dialogs with nothing behind them, or none. */
type Declared = "dialogs" | "dialogs that it lacks" | "no dialogs";

/** A connection whose questions are answered one after the other by what a test puts into `answers`. */
type Line = { connection: Connection; answers: Answer[]; questions: () => number };
type Answer = (line: Line, id: string) => unknown;

type Row = {
  why: string;
  declared?: Declared;
  settings?: Settings;
  args?: Record<string, unknown>;
  /** One call for each list of answers; the last call is the one that is looked at. */
  calls: Answer[][];
};

const accept = (decision?: string) => ({
  action: "accept",
  content: decision === undefined ? {} : { decision },
});
const yes: Answer = () => accept("Yes, delete it");
const decline: Answer = () => ({ action: "decline" });

/** A no that comes in less than 300 ms does not count as one. */
const declineSlowly: Answer = async ({ connection }) => {
  await connection.callTool("move_clock", { wall: 2_000, monotonic: 2_000 });
  return { action: "decline" };
};
const yesAfterTouch: Answer = async ({ connection }, id) => {
  await connection.callTool("touch", { id });
  return accept("Yes, delete it");
};

/** Every reason for which a call on a 2025 revision does not run, but for those that no client can bring about. */
const ROWS: Row[] = [
  { why: "declined", calls: [[decline]] },
  { why: "declined", calls: [[() => accept("No, keep it")]] },
  { why: "cancelled", calls: [[() => ({ action: "cancel" })]] },
  { why: "not-yes", calls: [[() => accept()]] },
  { why: "client-failed", calls: [[() => Promise.reject(new Error("the dialog crashed"))]] },
  { why: "changed", calls: [[yesAfterTouch, yesAfterTouch, yesAfterTouch]] },
  { why: "recently-declined", calls: [[declineSlowly], [declineSlowly], [yes]] },
  { why: "token-issued", declared: "no dialogs", calls: [[]] },
  { why: "token-issued", declared: "dialogs that it lacks", calls: [[]] },
  { why: "wrong-token", declared: "no dialogs", args: { confirm_token: "made-up" }, calls: [[]] },
  { why: "timed-out", settings: { ANSWER_WITHIN_MS: "100" }, calls: [[() => new Promise(() => {})]] },
  { why: "too-many", settings: { QUESTIONS_PER_10_MIN: "1" }, calls: [[decline], [yes]] },
  {
    why: "store-failed",
    declared: "no dialogs",
    settings: { KEY: "5a".repeat(32), STORE_FOLDER: "/nowhere/at/all" },
    calls: [[]],
  },
];

const acts = async ({ connection }: Pick<Line, "connection">): Promise<string[]> =>
  JSON.parse(textOf(await connection.callTool("acts")));

/** Opens each kind of connection once for all rows, and closes them together. */
function lines(start: Start, sdk: "v1" | "v2") {
  const servers = new Map<string, Promise<Running>>();
  const opened = new Map<string, Promise<Line>>();

  const open = async (settings: Settings, declared: Declared): Promise<Line> => {
    const name = JSON.stringify(settings);
    const running = servers.get(name) ?? start(settings);
    servers.set(name, running);
    const { target } = await running;
    const answers: Answer[] = [];
    const next: ScriptedAnswer = {
      answer: () => answers.shift()?.(line, ids.at(-1) ?? "") ?? { action: "cancel" },
    };
    const person = scriptedPerson(Array.from({ length: 200 }, () => next));
    const connection = await connect(target, {
      era: "2025",
      sdk,
      ...(declared === "dialogs" ? { person } : {}),
      ...(declared === "dialogs that it lacks" ? { capabilities: { elicitation: {} } } : {}),
    });
    const line: Line = { connection, answers, questions: () => person.questions.length };
    return line;
  };
  const ids: string[] = [];

  return {
    get: (settings: Settings = {}, declared: Declared = "dialogs"): Promise<Line> => {
      const name = JSON.stringify([settings, declared]);
      const line = opened.get(name) ?? open(settings, declared);
      opened.set(name, line);
      return line;
    },
    /** One call to its end, with these answers to its questions. */
    call: async (
      line: Line,
      tool: string,
      args: { id: string },
      answers: Answer[],
    ): Promise<ReceivedResult> => {
      ids.push(args.id);
      line.answers.splice(0, line.answers.length, ...answers);
      return await line.connection.callTool(tool, args);
    },
    close: async (): Promise<void> => {
      for (const line of opened.values()) await (await line).connection.close();
      for (const running of servers.values()) await (await running).stop();
    },
  };
}

for (const { server, transport, start } of DIALOGS) {
  describe.each(CLIENTS)(`a guarded tool on ${server}, ${transport}, client of SDK %s`, (sdk) => {
    const desk = lines(start, sdk);
    afterAll(desk.close, 60_000);

    it.each(TOOLS)("is run once for a yes, and asked for once (%s)", async (tool) => {
      const line = await desk.get();
      const asked = line.questions();
      const result = await desk.call(line, tool, { id: "yes" }, [yes]);
      expect([result.isError === true, textOf(result)]).toEqual([false, '"deleted yes"']);
      expect(result.structuredContent).toEqual({ deleted: "yes" });
      expect((await acts(line)).filter((act) => act === `${tool} yes`)).toHaveLength(1);
      expect(line.questions() - asked).toBe(1);
    });

    it.each(ROWS.flatMap((row, at) => TOOLS.map((tool) => ({ ...row, tool, id: `row-${at}` }))))(
      "is not run, and the result says $why ($tool, $id)",
      async ({ why, settings, declared, args, calls, tool, id }) => {
        const line = await desk.get(settings, declared);
        let result: ReceivedResult | undefined;
        for (const answers of calls) result = await desk.call(line, tool, { id, ...args }, answers);
        expect(result).toMatchObject({
          isError: true,
          content: [{ type: "text", text: expect.stringContaining("Nothing was changed.") }],
          _meta: { "confirm-guard/outcome": why },
        });
        expect(result?.content).toHaveLength(1);
        expect(result?.structuredContent).toBeUndefined();
        expect((await acts(line)).filter((one) => one.endsWith(` ${id}`))).toEqual([]);
      },
    );

    it.each(TOOLS)("is not run when the call is cancelled, whatever is answered then (%s)", async (tool) => {
      const line = await desk.get();
      const late = Promise.withResolvers<unknown>();
      const shown = Promise.withResolvers<void>();
      const waiting: Answer = () => {
        shown.resolve();
        return late.promise;
      };
      line.answers.splice(0, line.answers.length, waiting);
      const cancelling = new AbortController();
      const call = line.connection
        .callTool(tool, { id: "late" }, { signal: cancelling.signal })
        .then(textOf, String);
      await shown.promise;
      cancelling.abort();
      expect(await call).toMatch(/abort/iu);
      late.resolve(accept("Yes, delete it"));
      await expect
        .poll(async () => JSON.parse(textOf(await line.connection.callTool("events"))).at(-1)?.outcome)
        .toBe("call-cancelled");
      expect((await acts(line)).filter((act) => act.endsWith(" late"))).toEqual([]);
    });

    it("takes its token once where there are no dialogs", async () => {
      const line = await desk.get({}, "no dialogs");
      const first = await line.connection.callTool("delete_event", { id: "token" });
      const confirm_token = /confirm_token "(?<token>[^"]+)"/u.exec(textOf(first))?.groups?.["token"];
      const outcomes = [];
      for (const id of ["token", "token"])
        outcomes.push(outcomeOf(await line.connection.callTool("delete_event", { id, confirm_token })));
      expect(outcomes).toEqual([undefined, "wrong-token"]);
      expect((await acts(line)).filter((act) => act === "delete_event token")).toHaveLength(1);
    });
  });
}

for (const [server, launch] of RELEASES) {
  describe.each(CLIENTS)(`a documented limit: ${server} over HTTP, client of SDK %s`, (sdk) => {
    it("loses the question where responses are JSON, and ends the call by its own time", async () => {
      const { target, stop } = await overHttp(launch)({ JSON_RESPONSES: "1", ANSWER_WITHIN_MS: "200" });
      const person = scriptedPerson(["yes"]);
      await using connection = await connect(target, { era: "2025", sdk, person });
      for (const tool of TOOLS) {
        const result = await connection.callTool(tool, { id: "e1" });
        expect([textOf(result), outcomeOf(result)]).toEqual([
          expect.stringContaining("Nothing was changed."),
          "timed-out",
        ]);
      }
      expect([await acts({ connection }), person.questions]).toEqual([[], []]);
      await connection.close();
      await stop();
    });

    it("has nobody to ask without sessions, and issues a token that the next request may bring", async () => {
      const { target, stop } = await overHttp(launch)({ STATELESS: "1" });
      await using connection = await connect(target, { era: "2025", sdk, person: scriptedPerson([]) });
      const first = await connection.callTool("delete_event", { id: "e1" });
      expect(outcomeOf(first)).toBe("token-issued");
      expect(textOf(first)).toContain("This connection has no way back to a person");
      const confirm_token = /confirm_token "(?<token>[^"]+)"/u.exec(textOf(first))?.groups?.["token"];
      expect(textOf(await connection.callTool("delete_event", { id: "e1", confirm_token }))).toBe(
        '"deleted e1"',
      );
      await connection.close();
      await stop();
    });
  });
}
