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
    const greeted = await greetAll(launches(bench, accounts));
    const discovered = await discoverAll(accounts);
    const rows = OWN.flatMap(({ name, serves }) => [
      ...againstFloors(name, greeted, discovered),
      ...againstPeers(
        name,
        bench.peers.present.filter((peer) => peer.serves === serves).map(({ title }) => title),
        greeted,
      ),
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

function launches({ peers }: Bench, accounts: Accounts): Map<string, Launch> {
  return new Map([
    [MINIMAL, launchMinimal()],
    ...OWN.map(({ name, serves }): [string, Launch] => [name, launchOwn(name, accounts[serves])]),
    ...peers.present.map((peer): [string, Launch] => [peer.title, peer.launch(accounts[peer.serves])]),
  ]);
}

type Greeted = { bare: Spread; marksOf: (name: string) => Marks };

/** One start gives both marks: when it was greeted, and when it had listed its tools. */
async function greetAll(programs: ReadonlyMap<string, Launch>): Promise<Greeted> {
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
  const marksOf = (name: string): Marks => ({
    initialize: greeted(name),
    // The first one was the warm-up.
    "tools/list": spreadOf((listed.get(name) ?? []).slice(1)),
  });
  return { bare: greeted(BARE), marksOf };
}

function discoverAll(accounts: Accounts): Promise<(name: string) => Spread> {
  const contestant = (name: string, launch: Launch): Contestant => ({
    name,
    run: () =>
      started(launch, async (program, since) => {
        await discover(program);
        return since();
      }),
  });
  const own = OWN.map(({ name, serves }) => contestant(name, launchOwn(name, accounts[serves])));
  return interleave([contestant(MINIMAL, launchMinimal()), ...own], { rounds: ROUNDS });
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
  { bare, marksOf }: Greeted,
  discovered: (name: string) => Spread,
): Row[] {
  const [own, minimal] = [marksOf(name), marksOf(MINIMAL)];
  const row = (what: string, ours: Spread, floor: Spread): Row => ({
    what: `${name}, ${what}`,
    unit: "ms",
    ours,
    beside: { name: MINIMAL, spread: floor },
    goal: atMost("ratio", 1.25),
  });
  return [
    row("initialize", own.initialize, minimal.initialize),
    row("server/discover", discovered(name), discovered(MINIMAL)),
    row("initialize and tools/list", own["tools/list"], minimal["tools/list"]),
    { what: `${name}, initialize`, unit: "ms", ours: own.initialize, beside: { name: BARE, spread: bare } },
  ];
}

function againstPeers(name: string, peers: readonly string[], { marksOf }: Greeted): Row[] {
  const own = marksOf(name);
  return peers.flatMap((peer) =>
    (["initialize", "tools/list"] as const).map((mark): Row => ({
      what: `${name}, ${mark === "initialize" ? mark : "initialize and tools/list"}`,
      unit: "ms",
      ours: own[mark],
      beside: { name: peer, spread: marksOf(peer)[mark] },
      goal: below("ratio", 0.5),
    })),
  );
}
