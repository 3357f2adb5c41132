import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, beforeEach, expect, onTestFinished } from "vitest";

import {
  connectRaw,
  type Era,
  outcomeOf,
  type RawConnection,
  type RawResponse,
  type Target,
  textOf,
} from "../../src/testing/index.ts";
import { guardedSdkServers } from "../testing/servers/guarded-sdk.ts";
import { guardedServers, type GuardedSettings } from "../testing/servers/guarded.ts";
import { onOldestSdk, serverFile } from "../testing/targets.ts";
import { YES } from "./answers.ts";

/** The attacked server as a process of its own. */
export const overStdio = (settings: GuardedSettings = {}): Target =>
  serverFile("guarded-stdio", { ...settings });

/** Where the attacked server runs; every attack is tried in both places. */
export const PLACES: [string, (settings?: GuardedSettings) => Target][] = [
  ["over stdio", overStdio],
  ["in this process", (settings = {}) => ({ factory: guardedServers(settings) })],
];

/** The same on SDK v1, which speaks the 2025 revisions alone: its newest release and the oldest that is allowed. */
export const SDK_V1_PLACES: typeof PLACES = [
  ["over stdio, SDK v1", (settings = {}) => serverFile("guarded-sdk-stdio", { ...settings })],
  ["over stdio, oldest SDK v1", (settings = {}) => onOldestSdk("guarded-sdk-stdio", { ...settings })],
  ["in this process, SDK v1", (settings = {}) => ({ factory: guardedSdkServers(settings) })],
];

/** The parameters of a `tools/call`; {@link CALL} is the act that every attack is after. */
export type Call = { name: string; arguments: Record<string, unknown>; _meta?: Record<string, unknown> };

export const CALL: Call = { name: "delete_event", arguments: { id: "e1" } };

/** An empty folder that is gone when the test is over. */
export async function emptyFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "confirm-guard-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

/** The settings that several servers need to answer for one another. */
export async function sharedSettings(): Promise<Required<Pick<GuardedSettings, "KEY" | "STORE_FOLDER">>> {
  return { KEY: "5a".repeat(32), STORE_FOLDER: await emptyFolder() };
}

/** One of the levers of the attacked server. */
export async function tool(
  raw: RawConnection,
  name: string,
  args: Record<string, unknown> = {},
): Promise<unknown> {
  const { result } = await raw.request("tools/call", { name, arguments: args });
  return JSON.parse(textOf(result));
}

/** What has really been done. */
export async function acts(raw: RawConnection): Promise<string[]> {
  return JSON.parse(JSON.stringify(await tool(raw, "acts")));
}

/** The question of a 2026-07-28 call: its text, its state, and nothing done yet. */
export type Asked = { message: string; requestState: string };

/** Fails unless the response is a question. */
export function askedIn({ result, error }: RawResponse): Asked {
  expect(error).toBeUndefined();
  expect(result).toMatchObject({
    resultType: "input_required",
    inputRequests: { confirm: { method: "elicitation/create", params: { message: expect.any(String) } } },
    requestState: expect.any(String),
  });
  const { inputRequests, requestState } = JSON.parse(JSON.stringify(result));
  return { message: inputRequests.confirm.params.message, requestState };
}

/** The first leg of a 2026-07-28 call. */
export async function ask(raw: RawConnection, call: Call = CALL): Promise<Asked> {
  return askedIn(await raw.request("tools/call", call));
}

/** The second leg: the call again, with whatever is to pass for an answer and a state. */
export async function retry(
  raw: RawConnection,
  { call = CALL, ...parts }: { call?: Call; answer?: unknown; requestState?: unknown },
): Promise<RawResponse> {
  const { answer = YES, ...rest } = parts;
  return await raw.request("tools/call", { ...call, inputResponses: { confirm: answer }, ...rest });
}

/** An honest person who is asked and agrees, on either revision; returns what the tool said. */
export async function honestYes(raw: RawConnection, call: Call = CALL): Promise<string> {
  if (raw.era === "2026") {
    const { requestState } = await ask(raw, call);
    return textOf((await retry(raw, { call, requestState })).result);
  }
  const { response } = raw.start("tools/call", call);
  const question = await raw.nextRequest("elicitation/create");
  await raw.reply(question.id, YES);
  return textOf((await response).result);
}

/** What a server has done: through the attack, through an honest yes after it, and what the tool said to that yes. */
export type Aftermath = { doneByAttack: string[]; said: string; doneByYes: string[] };

/** What has to hold after every attack: nothing was done, and an honest yes still does it, once. */
export const HELD: Aftermath = { doneByAttack: [], said: '"deleted e1"', doneByYes: ["delete_event e1"] };

/** Looks what an attack has done, and then lets an honest person agree. `before` is what was done on purpose. */
export async function aftermath(
  raw: RawConnection,
  { call = CALL, before = [] }: { call?: Call; before?: string[] } = {},
): Promise<Aftermath> {
  const doneByAttack = (await acts(raw)).slice(before.length);
  const said = await honestYes(raw, call);
  return { doneByAttack, said, doneByYes: (await acts(raw)).slice(before.length + doneByAttack.length) };
}

/** One server for all attacks of a `describe`, which starts it once; what one test did is not held against the next. */
export function underAttack(target: Target, era: Era, capabilities?: Record<string, unknown>) {
  const started: { raw?: RawConnection } = {};
  let before: string[] = [];
  const server = (): RawConnection => {
    if (started.raw === undefined) throw new Error("The server is started before the first test.");
    return started.raw;
  };
  beforeAll(async () => {
    started.raw = await connectRaw(target, { era, ...(capabilities === undefined ? {} : { capabilities }) });
  });
  beforeEach(async () => {
    before = await acts(server());
  });
  afterAll(async () => {
    await started.raw?.close();
  });
  return {
    server,
    /** What this test has had done so far. */
    done: async (): Promise<string[]> => (await acts(server())).slice(before.length),
    aftermath: async (): Promise<Aftermath> => await aftermath(server(), { before }),
    /** From here on, what was done so far counts as meant. */
    meant: async (): Promise<void> => {
      before = await acts(server());
    },
  };
}

export function outcome({ result }: RawResponse): string | undefined {
  return outcomeOf(result);
}
