import { parseArgs } from "node:util";
import { type Sandbox, startSandbox } from "sandbox";
import { startProxy } from "../deviations/proxy.ts";
import { ACTS, type Worker } from "./soak/acts.ts";
import { chanceFrom } from "./soak/chance.ts";
import { openSession, type Program, startProgram } from "./soak/client.ts";
import { faultsBy } from "./soak/faults.ts";
import { heapAfterCollection } from "./soak/heap.ts";
import { storedIn } from "./soak/truth.ts";

/**
 * Several clients work at the same time for a while, each through a program of its own, on a server that fails in many
 * ways. Every answer is held against what is really stored: it is the truth, or says that it failed, what it lacks or
 * that it does not know. Afterwards the heap, collected, is as large as it was in the beginning.
 *
 * Run all of it: `node test/trials/soak.ts [--minutes 10] [--clients 4] [--seed 1]` in packages/caldav-mcp.
 */
export type Soak = {
  ms: number;
  clients: number;
  seed: number;
  faultShare?: number;
  /** Calls to be made at least, half of them before the heap is first looked at; a busy machine takes longer for them. */
  calls?: number;
};

export type SoakFigures = {
  seconds: number;
  calls: Record<string, number>;
  right: number;
  honestFailures: number;
  honestDoubts: number;
  /** The first few; there should be none. */
  wrong: string[];
  requests: number;
  faults: Record<string, number>;
  sessions: number;
  /** Bytes after collection. */
  heap: { start: number; end: number; growth: number };
};

const MOST_ENTRIES = 25;
const CALLS_PER_SESSION = 120;
/** Until then modules are loaded and code is compiled. */
const WARM_UP_MS = 60_000;
const HOUSEKEEPING_MS = 500;

export async function soak({ ms, clients, seed, faultShare = 12, calls = 0 }: Soak): Promise<SoakFigures> {
  const names = Array.from({ length: clients }, (_, index) => index);
  const sandbox = await startSandbox({
    calendars: names.flatMap((index) => [
      { name: `events${index}`, displayName: `Events ${index}`, components: ["VEVENT"] },
      { name: `tasks${index}`, displayName: `Tasks ${index}`, components: ["VTODO"] },
    ]),
  });
  const proxy = await startProxy(sandbox.url);
  const { deviation, met, atRest } = faultsBy(chanceFrom(seed), faultShare);
  proxy.bend({}, deviation);
  const figures: SoakFigures = {
    seconds: 0,
    calls: {},
    right: 0,
    honestFailures: 0,
    honestDoubts: 0,
    wrong: [],
    requests: 0,
    faults: met,
    sessions: 0,
    heap: { start: 0, end: 0, growth: 0 },
  };
  // The proxy remembers every request; for this many it has to forget them.
  const housekeeping = setInterval(() => {
    figures.requests += proxy.asked.length;
    proxy.asked.length = 0;
  }, HOUSEKEEPING_MS);
  const account = { url: proxy.url, user: sandbox.user, password: sandbox.password };
  const lasting = startProgram(account);
  const began = performance.now();
  const made = (): number => Object.values(figures.calls).reduce((sum, count) => sum + count, 0);
  const work = async (until: number, atLeast: number): Promise<void> => {
    const isOver = (): boolean => performance.now() >= until && made() >= atLeast;
    await Promise.all(
      names.map((index) => workAs(index, { isOver, seed, sandbox, account, lasting, atRest, figures })),
    );
  };
  try {
    await work(began + Math.min(WARM_UP_MS, ms / 2), calls / 2);
    figures.heap.start = await heapAfterCollection();
    await work(began + ms, calls);
    figures.heap.end = await heapAfterCollection();
  } finally {
    clearInterval(housekeeping);
    await proxy.close();
    await sandbox.close();
  }
  figures.heap.growth = Number((figures.heap.end / figures.heap.start - 1).toFixed(4));
  figures.seconds = Math.round((performance.now() - began) / 1_000);
  return figures;
}

type Shift = {
  isOver: () => boolean;
  seed: number;
  sandbox: Sandbox;
  account: { url: string; user: string; password: string };
  /** The program of the first client. */
  lasting: Program;
  atRest: Worker["atRest"];
  figures: SoakFigures;
};

let named = 0;

/**
 * One client, in one session after another: the testing kit keeps what passes in a session. The first client's program
 * lives through all of its sessions; the others start anew, so that the limit on questions leaves them some.
 */
async function workAs(
  index: number,
  { isOver, seed, sandbox, account, lasting, atRest, figures }: Shift,
): Promise<void> {
  const chance = chanceFrom(seed * 1_000 + index * 7 + figures.sessions);
  while (!isOver()) {
    figures.sessions += 1;
    const program = index === 0 ? lasting : startProgram(account);
    await using connection = await openSession(program, figures.sessions % 2 === 0 ? "2025" : "2026");
    const worker: Worker = {
      connection,
      sandbox,
      chance,
      events: `events${index}`,
      tasks: `tasks${index}`,
      atRest,
      newName: () => `entry-${(named += 1)}-${chance.below(10)}`,
    };
    for (let call = 0; call < CALLS_PER_SESSION && !isOver(); call += 1) {
      const act = chance.pick(ACTS);
      if (act === undefined) return;
      const { tool, verdict } = await act(worker);
      figures.calls[tool] = (figures.calls[tool] ?? 0) + 1;
      if (verdict === "right") figures.right += 1;
      else if (verdict === "an honest failure") figures.honestFailures += 1;
      else if (verdict === "an honest doubt") figures.honestDoubts += 1;
      else if (figures.wrong.length < 20) figures.wrong.push(`${tool}: ${verdict}`);
      await tidy(worker, account);
    }
  }
}

/** Keeps the calendars small, past the program and its faults. */
async function tidy({ sandbox, events, tasks }: Worker, { user, password }: Shift["account"]): Promise<void> {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
  for (const calendar of [events, tasks]) {
    const stored = storedIn(sandbox, calendar);
    for (const { resource } of stored.slice(0, Math.max(0, stored.length - MOST_ENTRIES))) {
      const place = new URL(`${sandbox.home}${calendar}/${resource}`, sandbox.url);
      await (await fetch(place, { method: "DELETE", headers: { authorization } })).arrayBuffer();
    }
  }
}

if (import.meta.main) {
  const { values } = parseArgs({
    options: {
      minutes: { type: "string", default: "10" },
      clients: { type: "string", default: "4" },
      seed: { type: "string", default: "1" },
    },
  });
  const figures = await soak({
    ms: Number(values.minutes) * 60_000,
    clients: Number(values.clients),
    seed: Number(values.seed),
  });
  process.stdout.write(`${JSON.stringify(figures, undefined, 2)}\n`);
  if (figures.wrong.length > 0 || figures.heap.growth > 0.1) process.exitCode = 1;
}
