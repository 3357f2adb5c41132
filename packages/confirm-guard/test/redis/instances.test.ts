import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";

import { scriptedPerson, type ScriptedPerson, textOf } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";
import { modernCall } from "../http/modern-call.ts";
import { type Instance, startFront, startInstance } from "./processes.ts";
import { hasRedis, type RedisServer, startRedis } from "./redis-server.ts";

const PROGRAM = fileURLToPath(new URL("servers/instance.ts", import.meta.url));
const YES = { confirm: { action: "accept", content: { decision: "Yes, delete it" } } };
/** A bound, not an expectation: two programs start on a machine that may be busy. */
const STARTING_MS = 120_000;

type Acts = { file: string; read: () => Promise<string[]> };

/** Where the instances note what they did. */
async function actsIn(folder: string): Promise<Acts> {
  const file = join(folder, "acts");
  await writeFile(file, "");
  const read = async (): Promise<string[]> => (await readFile(file, "utf8")).split("\n").slice(0, -1);
  return { file, read };
}

/** Two instances of one server; starting a process takes seconds on a busy machine, so a whole `describe` uses them. */
function twoInstances(env: () => Record<string, string>) {
  const made: { acts?: Acts; pair?: [Instance, Instance]; folder?: string } = {};
  const present = <T>(value: T | undefined): T => {
    if (value === undefined) throw new Error("The instances are started before the first test.");
    return value;
  };
  const start = async (): Promise<Instance> =>
    startInstance(PROGRAM, { ACTS_FILE: present(made.acts).file, ...env() });
  beforeAll(async () => {
    made.folder = await mkdtemp(join(tmpdir(), "confirm-guard-"));
    made.acts = await actsIn(made.folder);
    made.pair = await Promise.all([start(), start()]);
  }, STARTING_MS);
  afterAll(async () => {
    for (const instance of made.pair ?? []) await instance.stop();
    await rm(present(made.folder), { recursive: true });
  });
  return {
    start,
    pair: () => present(made.pair),
    /** What was done to one note, and by which process. */
    acts: async (id: string) => (await present(made.acts).read()).filter((line) => line.endsWith(` ${id}`)),
    front: async () => {
      const front = await startFront(present(made.pair).map(({ url }) => url));
      onTestFinished(() => front.stop());
      return front;
    },
  };
}

async function modernClient(url: string, person: ScriptedPerson): Promise<Client> {
  const client = new Client(
    { name: "web", version: "1.0.0" },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  client.setRequestHandler("elicitation/create", async ({ params }) =>
    trusted<{ action: "accept" }>(await person.respond(params)),
  );
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  onTestFinished(() => client.close());
  return client;
}

const call = (id: string) => ({ name: "delete_note", arguments: { id } });

/** The state of a question; fails unless there is one. */
function stateIn({ result }: { result?: Record<string, unknown> }): string {
  expect(result).toMatchObject({ resultType: "input_required", requestState: expect.any(String) });
  return String(result?.["requestState"]);
}

describe.skipIf(!hasRedis())("two instances behind one address, with one key and one Redis", () => {
  const redis: { server?: RedisServer } = {};
  beforeAll(async () => {
    redis.server = await startRedis();
  }, STARTING_MS);
  afterAll(() => redis.server?.stop());
  const group = twoInstances(() => ({ GUARD_KEY: "5a".repeat(32), REDIS_URL: redis.server?.url ?? "" }));

  it("answer for one another: the question of one is answered by the other", async () => {
    const front = await group.front();
    const person = scriptedPerson(["yes"]);
    const client = await modernClient(front.url, person);
    const before = front.routed.length;
    expect(textOf(await client.callTool(call("a")))).toBe("Deleted a.");
    expect(person.questions).toHaveLength(1);
    const [asked, answered] = front.routed.slice(before);
    expect(answered).not.toBe(asked);
    expect(await group.acts("a")).toEqual([`${group.pair()[answered ?? 0]?.pid} a`]);
  });

  it("run one yes once, whichever of them it reaches, and however often", async () => {
    const [first, second] = group.pair();
    const requestState = stateIn(await modernCall(first.url, call("b")));
    const brought = { inputResponses: YES, requestState };
    const said = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        modernCall(at % 2 === 0 ? first.url : second.url, call("b"), brought),
      ),
    );
    const ran = said.filter(({ result }) => textOf(result) === "Deleted b.");
    expect(ran).toHaveLength(1);
    said.filter((one) => !ran.includes(one)).forEach(stateIn);
    for (const { url } of [first, second]) stateIn(await modernCall(url, call("b"), brought));
    expect(await group.acts("b")).toHaveLength(1);
  });

  it("spend a token once between them", async () => {
    const [first, second] = group.pair();
    const asking = { capabilities: {} };
    const issued = textOf((await modernCall(first.url, call("t"), asking)).result);
    const confirm_token = /confirm_token "([^"]+)"/u.exec(issued)?.[1];
    const again = { name: "delete_note", arguments: { id: "t", confirm_token } };
    const said = await Promise.all([second, first, second].map(({ url }) => modernCall(url, again, asking)));
    expect(said.filter(({ result }) => textOf(result) === "Deleted t.")).toHaveLength(1);
    expect(await group.acts("t")).toHaveLength(1);
  });

  it(
    "know a spent yes again in an instance that was started after it",
    async () => {
      const [first] = group.pair();
      const requestState = stateIn(await modernCall(first.url, call("c")));
      const brought = { inputResponses: YES, requestState };
      const later = await group.start();
      onTestFinished(() => later.stop());
      expect(textOf((await modernCall(later.url, call("c"), brought)).result)).toBe("Deleted c.");
      stateIn(await modernCall(first.url, call("c"), brought));
      stateIn(await modernCall(later.url, call("c"), brought));
      expect(await group.acts("c")).toEqual([`${later.pid} c`]);
    },
    STARTING_MS,
  );
});

describe("two instances that share nothing", () => {
  const group = twoInstances(() => ({}));

  it("ask again for the answer to the other one's question, and run it once where it was asked", async () => {
    const [first, second] = group.pair();
    const requestState = stateIn(await modernCall(first.url, call("d")));
    const brought = { inputResponses: YES, requestState };
    expect(stateIn(await modernCall(second.url, call("d"), brought))).not.toBe(requestState);
    expect(await group.acts("d")).toEqual([]);
    expect(textOf((await modernCall(first.url, call("d"), brought)).result)).toBe("Deleted d.");
    for (const { url } of [first, second]) stateIn(await modernCall(url, call("d"), brought));
    expect(await group.acts("d")).toEqual([`${first.pid} d`]);
  });

  it("run nothing when every answer reaches the other one, until the client gives up", async () => {
    const front = await group.front();
    const client = await modernClient(front.url, scriptedPerson(Array.from({ length: 20 }, () => "yes")));
    await expect(client.callTool(call("e"))).rejects.toThrow(/round/iu);
    expect(await group.acts("e")).toEqual([]);
  });
});
