import type { Bench, Benchmark } from "../benchmark.ts";
import { type Contestant, interleave } from "../measure/interleave.ts";
import { type Spread, spreadOf } from "../measure/spread.ts";
import type { Account } from "../peers/peers.ts";
import { discover, initialize, listTools } from "../programs/handshake.ts";
import { launchBareNode, launchMinimal, launchOwn, type OwnName } from "../programs/ours.ts";
import { type Launch, startProgram, type StdioProgram } from "../programs/stdio-program.ts";
import { atMost, below, type Row } from "../report/row.ts";

const ROUNDS = 11;
const OWN: readonly { name: OwnName; serves: "calendar" | "recipes" }[] = [
  { name: "caldav-mcp", serves: "calendar" },
  { name: "mealie-mcp", serves: "recipes" },
];
const MINIMAL = "minimal SDK v2 server";
const BARE = "bare Node";

/** Spawn to answer, in milliseconds, of one program. */
type Marks = { initialize: Spread; "tools/list": Spread };

export const coldStart: Benchmark = {
  name: "cold-start",
  title: "from spawning the program to its answer",
  async measure(bench) {
    const sandbox = await bench.lab.calendar("sandbox", 100);
    if (sandbox === undefined) throw new Error("The sandbox is always there.");
    const accounts = { calendar: sandbox.account, recipes: (await bench.lab.recipes()).account };
    const marks = await greetAll(launches(bench, accounts));
    const discovered = await discoverAll(accounts);
    const rows = OWN.flatMap(({ name, serves }) => [
      ...againstFloors(name, marks, discovered),
      ...againstPeers(name, bench.peers.present.filter((peer) => peer.serves === serves).map(titleOf), marks),
    ]);
    return {
      rows,
      notes: [
        "Every program has an account on a server on this machine. The peer `caldav-mcp` does not answer before it has " +
          "found its calendars there; ours ask nobody before the first call.",
        "`server/discover` is what a client of revision 2026-07-28 begins with; the peers are on SDK v1 and do not know it.",
      ],
    };
  },
};

type Accounts = Record<"calendar" | "recipes", Account>;

function titleOf({ name, version }: { name: string; version: string }): string {
  return `${name}@${version}`;
}

function launches({ peers }: Bench, accounts: Accounts): Map<string, Launch> {
  return new Map([
    [MINIMAL, launchMinimal()],
    ...OWN.map(({ name, serves }): [string, Launch] => [name, launchOwn(name, accounts[serves])]),
    ...peers.present.map((peer): [string, Launch] => [titleOf(peer), peer.launch(accounts[peer.serves])]),
  ]);
}

/** One start gives both marks: when it was greeted, and when it had listed its tools. */
async function greetAll(programs: ReadonlyMap<string, Launch>): Promise<Map<string, Marks>> {
  const listed = new Map([...programs.keys()].map((name): [string, number[]] => [name, []]));
  const contestants = [...programs].map(([name, launch]): Contestant => ({
    name,
    run: () =>
      started(launch, async (program, since) => {
        await initialize(program);
        const greeted = since();
        await listTools(program);
        listed.get(name)?.push(since());
        return greeted;
      }),
  }));
  const bare: Contestant = {
    name: BARE,
    run: () =>
      started(launchBareNode(), async (program, since) => {
        await initialize(program);
        return since();
      }),
  };
  const greeted = await interleave([bare, ...contestants], { rounds: ROUNDS });
  return new Map(
    Object.entries(greeted).map(([name, spread]): [string, Marks] => [
      name,
      // The first one was the warm-up.
      {
        initialize: spread,
        "tools/list": name === BARE ? spread : spreadOf((listed.get(name) ?? []).slice(1)),
      },
    ]),
  );
}

async function discoverAll(accounts: Accounts): Promise<Record<string, Spread>> {
  const once = (launch: Launch) => (): Promise<number> =>
    started(launch, async (program, since) => {
      await discover(program);
      return since();
    });
  return await interleave(
    [
      { name: MINIMAL, run: once(launchMinimal()) },
      ...OWN.map(({ name, serves }) => ({
        name: name as string,
        run: once(launchOwn(name, accounts[serves])),
      })),
    ],
    { rounds: ROUNDS },
  );
}

async function started(
  launch: Launch,
  use: (program: StdioProgram, since: () => number) => Promise<number>,
): Promise<number> {
  const start = performance.now();
  const program = startProgram(launch);
  try {
    return await use(program, () => performance.now() - start);
  } finally {
    await program.stop();
  }
}

function againstFloors(
  name: string,
  marks: ReadonlyMap<string, Marks>,
  discovered: Record<string, Spread>,
): Row[] {
  const [own, minimal, bare] = [marks.get(name), marks.get(MINIMAL), marks.get(BARE)];
  const [found, minimalFound] = [discovered[name], discovered[MINIMAL]];
  if (!own || !minimal || !bare || !found || !minimalFound) throw new Error("A program was not started.");
  const row = (what: string, ours: Spread, floor: Spread): Row => ({
    what: `${name}, ${what}`,
    unit: "ms",
    ours,
    beside: { name: MINIMAL, spread: floor },
    goal: atMost("ratio", 1.25),
  });
  return [
    row("initialize", own.initialize, minimal.initialize),
    row("server/discover", found, minimalFound),
    row("initialize and tools/list", own["tools/list"], minimal["tools/list"]),
    {
      what: `${name}, initialize`,
      unit: "ms",
      ours: own.initialize,
      beside: { name: BARE, spread: bare.initialize },
    },
  ];
}

function againstPeers(name: string, peers: readonly string[], marks: ReadonlyMap<string, Marks>): Row[] {
  const own = marks.get(name);
  return peers.flatMap((peer) => {
    const theirs = marks.get(peer);
    if (own === undefined || theirs === undefined) return [];
    return (["initialize", "tools/list"] as const).map((mark): Row => ({
      what: `${name}, ${mark === "initialize" ? mark : "initialize and tools/list"}`,
      unit: "ms",
      ours: own[mark],
      beside: { name: peer, spread: theirs[mark] },
      goal: below("ratio", 0.5),
    }));
  });
}
