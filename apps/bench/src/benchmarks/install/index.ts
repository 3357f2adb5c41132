import { join } from "node:path";
import type { Bench, Benchmark } from "../../benchmark.ts";
import { interleave } from "../../measure/interleave.ts";
import { counted, type Spread } from "../../measure/spread.ts";
import { launchMinimal, launchOwn, type OwnName } from "../../programs/ours.ts";
import type { Launch } from "../../programs/stdio-program.ts";
import type { Row } from "../../report/row.ts";
import { type Installation, installAndStart } from "./npx.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { type Package, packMinimal, packOwn, packPeer, sizeOf } from "./tarballs.ts";

const ROUNDS = 3;
const PEER_ROUNDS = 2;
const MINIMAL = "minimal SDK v2 server, packed";
const OWN: readonly { name: OwnName; serves: "calendar" | "recipes" }[] = [
  { name: "caldav-mcp", serves: "calendar" },
  { name: "mealie-mcp", serves: "recipes" },
];

export const install: Benchmark = {
  name: "install",
  title: "npx from a registry on this machine, with an empty cache, until initialize is answered",
  async measure(bench) {
    const { candidates, missing } = await packAll(bench);
    const registries = new Map<string, Registry>();
    for (const { title, pack } of candidates) registries.set(title, await startRegistry(pack.tarballs));
    const last = new Map<string, Installation>();
    try {
      const seconds = await interleave(
        candidates.map(({ title, pack, launch, serves }) => ({
          name: title,
          atMost: serves === undefined || title === pack.name ? ROUNDS : PEER_ROUNDS,
          run: async () => {
            bench.say(`npx ${title}`);
            const registry = registries.get(title)?.url ?? "";
            const done = await installAndStart(pack, { registry, env: launch.env });
            last.set(title, done);
            return done.seconds;
          },
        })),
        { rounds: ROUNDS, warmUps: 0 },
      );
      return { rows: await rowsOf(candidates, seconds, last), notes: missing };
    } finally {
      for (const registry of registries.values()) await registry.stop();
    }
  },
};

/** `serves` is left out for the floor. */
type Candidate = { title: string; pack: Package; launch: Launch; serves?: "calendar" | "recipes" };

async function packAll({
  lab,
  peers,
  work,
  say,
}: Bench): Promise<{ candidates: Candidate[]; missing: string[] }> {
  const sandbox = await lab.calendar("sandbox", 100);
  if (sandbox === undefined) throw new Error("The sandbox is always there.");
  const accounts = { calendar: sandbox.account, recipes: (await lab.recipes()).account };
  const folder = (name: string): string => join(work, "tarballs", name);
  const candidates: Candidate[] = [
    { title: MINIMAL, pack: await packMinimal(folder("minimal")), launch: launchMinimal() },
  ];
  for (const { name, serves } of OWN)
    candidates.push({
      title: name,
      pack: await packOwn(name, folder(name)),
      launch: launchOwn(name, accounts[serves]),
      serves,
    });
  const missing: string[] = [];
  for (const peer of peers.present) {
    say(`packing ${peer.title} and what it depends on`);
    const { title, serves } = peer;
    try {
      const launch = peer.launch(accounts[serves]);
      candidates.push({ title, pack: await packPeer(peer), launch, serves });
    } catch {
      missing.push(`${title} is missing here: what it depends on could not be fetched.`);
    }
  }
  return { candidates, missing };
}

async function rowsOf(
  candidates: readonly Candidate[],
  seconds: (name: string) => Spread,
  last: ReadonlyMap<string, Installation>,
): Promise<Row[]> {
  const figures = new Map<string, Record<string, Spread>>();
  for (const { title, pack } of candidates) {
    const done = last.get(title);
    if (done === undefined) continue;
    figures.set(title, {
      s: seconds(title),
      packages: counted(done.packages),
      "MB fetched": counted(await sizeOf(pack)),
      "MB installed": counted(done.megabytes),
    });
  }
  return OWN.flatMap(({ name, serves }) => {
    const others = candidates.filter((one) => one.title !== name && (one.serves ?? serves) === serves);
    return others.flatMap(({ title }) =>
      Object.keys(figures.get(name) ?? {}).flatMap((unit): Row[] => {
        const [ours, spread] = [figures.get(name)?.[unit], figures.get(title)?.[unit]];
        if (ours === undefined || spread === undefined) return [];
        return [{ what: name, unit, ours, beside: { name: title, spread } }];
      }),
    );
  });
}
