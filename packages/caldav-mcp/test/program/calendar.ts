import {
  type Connection,
  type ConnectOptions,
  connect,
  scriptedPerson,
  type ScriptedAnswer,
} from "confirm-guard/testing";
import { type Sandbox, startSandbox } from "sandbox";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";

/** The built program over stdio, on a sandbox that the test can look into. */
export type Desk = AsyncDisposable & {
  sandbox: Sandbox;
  /** Stores a text under a name in the `events` calendar; returns its path. */
  seed(name: string, text: string): string;
  stored(name: string): string | undefined;
  /** A client, and the person behind it when there is a script. */
  client(
    options: ClientOptions,
  ): Promise<{ connection: Connection; person: ReturnType<typeof scriptedPerson> }>;
};

export type ClientOptions = ConnectOptions & {
  script?: readonly ScriptedAnswer[];
  env?: Record<string, string>;
};

export const ERAS = ["2025", "2026"] as const;

/** Opens a desk; everything that was opened at it is closed with it. */
export async function openDesk(): Promise<Desk> {
  const sandbox = await startSandbox();
  const open: Connection[] = [];
  const path = (name: string): string => `${sandbox.home}events/${name}`;
  return {
    sandbox,
    seed: (name, text) => {
      sandbox.store.put(path(name), text);
      return path(name);
    },
    stored: (name) => sandbox.store.get(path(name))?.text,
    client: async ({ script, env, ...options }) => {
      const person = scriptedPerson(script ?? []);
      const target = startCaldavMcp(sandbox, env === undefined ? {} : { env });
      const connection = await connect(target, script === undefined ? options : { ...options, person });
      open.push(connection);
      return { connection, person };
    },
    [Symbol.asyncDispose]: async () => {
      for (const connection of open) await connection.close();
      await sandbox.close();
    },
  };
}

/** The rows of a list_events answer over a year from the start of 2026. */
export async function listYear(connection: Connection): Promise<Record<string, unknown>[]> {
  const result = await connection.callTool("list_events", { from: "2026-01-01", to: "2026-12-31" });
  const rows = (result.structuredContent as { events?: unknown } | undefined)?.events;
  if (!Array.isArray(rows)) throw new Error(`No list came back: ${JSON.stringify(result)}`);
  return rows as Record<string, unknown>[];
}

/** The id of the first row. */
export async function firstId(connection: Connection): Promise<string> {
  return String((await listYear(connection))[0]?.["id"]);
}
