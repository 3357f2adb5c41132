import { createServer, type IncomingMessage } from "node:http";
import { once } from "node:events";
import {
  connect,
  type Connection,
  type Era,
  type FactoryTarget,
  outcomeOf,
  type ReceivedResult,
  scriptedPerson,
  type ScriptedAnswer,
  textOf,
} from "confirm-guard/testing";
import { type CalendarSetup, type Sandbox, type SandboxOptions, startSandbox } from "sandbox";
import type { WorkInHand } from "server-kit";
import { expect } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createServerFactory, type Limits } from "../../src/server.ts";
import { event } from "../behaviour/objects.ts";
import { endsByDeadline } from "./deviations.ts";
import { type Deviation, type Proxy, SERVER_SAYS, startProxy, urlOf } from "./proxy.ts";

/** A server of ours in this process, before it a client, behind it a proxy and a good CalDAV server. */
export type Desk = AsyncDisposable & {
  sandbox: Sandbox;
  proxy: Proxy;
  /** Another host: whatever arrives there should not have been sent. */
  elsewhere: { url: string; requests: IncomingMessage[] };
  person: ReturnType<typeof scriptedPerson>;
  /** What the server wrote on stderr. */
  log: string[];
  connection: Connection;
  /** Calls a tool and holds the result to what holds for every result. */
  call(name: string, args?: Record<string, unknown>): Promise<ReceivedResult>;
  seed(name: string, text: string, calendar?: string): void;
  stored(name: string, calendar?: string): string | undefined;
};

export type DeskOptions = {
  era?: Era;
  /** What the person answers; without dialogs, guarded tools hand out codes. */
  script?: readonly ScriptedAnswer[] | "no dialogs";
  limits?: Limits;
  calendars?: CalendarSetup[];
  /** What the server lets see of handling invitations. */
  scheduling?: NonNullable<SandboxOptions["scheduling"]>;
  freeBusy?: SandboxOptions["freeBusy"];
  env?: Record<string, string>;
  now?: () => number;
  inHand?: WorkInHand;
};

export const ERAS = ["2025", "2026"] as const;
export const PASSWORD = "sandbox-ada";

/** A large answer is met at once; time that nothing waits for is no expectation, and so enough for any machine. */
const LIMITS: Limits = {
  requestMs: 15_000,
  call: { ms: 20_000 },
  ceilings: { multistatus: 262_144, entry: 131_072, inParts: 1_048_576 },
};

/** Where a deadline is waited for. What does answer has to come within it, also on a busy machine. */
const IMPATIENT: Limits = { ...LIMITS, requestMs: 2_000, call: { ms: 8_000 } };

/** How long to wait for a server that deviates like this. */
export const limitsWith = (deviation: Deviation): Limits => (endsByDeadline(deviation) ? IMPATIENT : LIMITS);

const CALENDARS: CalendarSetup[] = [
  { name: "events", displayName: "Events", components: ["VEVENT"] },
  { name: "other", displayName: "Other", components: ["VEVENT"] },
];

export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const { era = "2025", script = [], limits = LIMITS, calendars = CALENDARS, env = {} } = options;
  const { scheduling = "off", freeBusy = "none" } = options;
  const sandbox = await startSandbox({ calendars, scheduling, freeBusy });
  const proxy = await startProxy(sandbox.url);
  const elsewhere = await startElsewhere();
  const log: string[] = [];
  const config = readConfig({
    CALDAV_URL: proxy.url,
    CALDAV_USERNAME: sandbox.user,
    CALDAV_PASSWORD: sandbox.password,
    CALDAV_TIMEZONE: "Europe/Berlin",
    ...env,
  });
  const edges = {
    version: "0.0.0",
    log: (line: string) => void log.push(line),
    limits,
    now: options.now ?? Date.now,
    ...(options.inHand === undefined ? {} : { inHand: options.inHand }),
  };
  const factory = createServerFactory(config, edges) as unknown as FactoryTarget["factory"];
  const person = scriptedPerson(script === "no dialogs" ? [] : script);
  const connection = await connect({ factory }, script === "no dialogs" ? { era } : { era, person });
  const path = (name: string, calendar: string): string => `${sandbox.home}${calendar}/${name}`;
  return {
    sandbox,
    proxy,
    elsewhere,
    person,
    log,
    connection,
    call: async (name, args = {}) => {
      const result = await connection.callTool(name, args);
      expectOurWords(result);
      expect(log.join("\n")).not.toContain(SERVER_SAYS);
      expect(JSON.stringify(person.questions)).not.toContain(SERVER_SAYS);
      return result;
    },
    seed: (name, text, calendar = "events") => void sandbox.store.put(path(name, calendar), text),
    stored: (name, calendar = "events") => sandbox.store.get(path(name, calendar))?.text,
    [Symbol.asyncDispose]: async () => {
      await connection.close();
      await proxy.close();
      elsewhere.close();
      await sandbox.close();
    },
  };
}

async function startElsewhere() {
  const requests: IncomingMessage[] = [];
  const listener = createServer((request, response) => {
    requests.push(request);
    response.writeHead(207).end();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const close = (): void => {
    listener.closeAllConnections();
    listener.close();
  };
  return { url: urlOf(listener), requests, close };
}

/** The server's own text is in no result, and a failure is one text of a few sentences without data beside it. */
function expectOurWords(result: ReceivedResult): void {
  expect(JSON.stringify(result)).not.toContain(SERVER_SAYS);
  expect(JSON.stringify(result)).not.toContain(PASSWORD);
  if (result.isError !== true || outcomeOf(result) === "token-issued") return;
  expect(result.structuredContent).toBeUndefined();
  expect(result.content).toHaveLength(1);
  expect(textOf(result)).toMatch(/^[A-Z][^\n]{10,500}[.]$/);
  expect(textOf(result)).not.toMatch(/failed inside|undefined|\[object/);
}

export type Row = {
  id: string;
  calendar_id: string;
  start: { value: string };
  untrusted_text: Record<string, string>;
};
export type Listed = {
  events: Row[];
  count: number;
  cursor?: string;
  missing?: number;
  unreadable?: number;
  withheld?: number;
  incomplete?: boolean;
  not_expanded?: string[];
  not_expanded_count?: number;
  not_reached?: { calendar_id: string; reason: string }[];
  stopped?: string;
};

/** The structured content of a result that is no error. */
export function shown(result: ReceivedResult): Record<string, unknown> {
  expect([result.isError, textOf(result)]).toEqual([undefined, expect.anything()]);
  return result.structuredContent ?? {};
}

export const SEPTEMBER = { from: "2026-09-01", to: "2026-09-30" };

export async function list(desk: Desk, args: Record<string, unknown> = {}): Promise<Listed> {
  return shown(await desk.call("list_events", { ...SEPTEMBER, ...args })) as Listed;
}

/** An event on a day of September 2026, named after itself. */
export function onDay(name: string, day: number, more = ""): string {
  const date = `202609${String(day).padStart(2, "0")}`;
  return event(
    `${name}@example.org`,
    `DTSTART:${date}T090000Z\nDTEND:${date}T100000Z\nSUMMARY:${name}${more}`,
  );
}

export const summaries = ({ events }: Listed): (string | undefined)[] =>
  events.map(({ untrusted_text }) => untrusted_text["summary"]);
