import { randomInt } from "node:crypto";
import { parseArgs } from "node:util";
import type { Failure, Target } from "./target.ts";
import { TARGETS } from "./targets/index.ts";
import { startWatchdog } from "./watchdog.ts";

const USAGE = `npm run fuzz -- [--bounded | --minutes N] [--seed N] [target ...]

  --bounded     the number of cases that a change has to pass, always the same ones
  --minutes N   that long, shared by the targets; 1 when left out
  --seed N      begins with this seed, which a failure names

targets: ${TARGETS.map(({ name }) => name).join(", ")}
`;
const BATCH = 500;
const BOUNDED_SEED = 1;

const { targets, bounded, minutes, seed } = settings();
const watchdog = startWatchdog();
let failed = 0;
for (const target of targets) {
  const until = performance.now() + (minutes * 60_000) / targets.length;
  const failure = bounded ? await batch(target, seed, target.bounded) : await batchesUntil(target, until);
  if (failure === undefined) continue;
  failed += 1;
  report(failure);
}
await watchdog.stop();
process.exitCode = failed === 0 ? 0 : 1;

async function batchesUntil(target: Target, until: number): Promise<Failure | undefined> {
  let cases = 0;
  for (let next = seed; performance.now() < until || cases === 0; next += 1) {
    const failure = await batch(target, next, BATCH);
    if (failure !== undefined) return failure;
    cases += BATCH;
  }
  say(`${target.name}: ${cases} cases from seed ${seed} on, nothing found`);
  return undefined;
}

async function batch(target: Target, from: number, cases: number): Promise<Failure | undefined> {
  watchdog.watch(`${target.name} --seed ${from}`);
  const failure = await target.batch({ seed: from, cases, alive: watchdog.alive });
  if (bounded && failure === undefined) say(`${target.name}: ${cases} cases, nothing found`);
  return failure;
}

function report({ target, seed: from, path, shown, error }: Failure): void {
  const mode = bounded ? "--bounded" : "--minutes 0";
  say(`${target}: FAILED; again with: npm run fuzz -- ${mode} --seed ${from} ${target}   (path ${path})`);
  say(`${shown}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
}

function settings(): { targets: readonly Target[]; bounded: boolean; minutes: number; seed: number } {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { bounded: { type: "boolean" }, minutes: { type: "string" }, seed: { type: "string" } },
    });
    const unknown = positionals.find((name) => !TARGETS.some((target) => target.name === name));
    if (unknown !== undefined) throw new TypeError(`there is no target ${unknown}`);
    const isBounded = values.bounded === true;
    return {
      targets: positionals.length === 0 ? TARGETS : TARGETS.filter(({ name }) => positionals.includes(name)),
      bounded: isBounded,
      minutes: numberOf(values.minutes ?? "1"),
      seed:
        values.seed === undefined ? (isBounded ? BOUNDED_SEED : randomInt(2 ** 30)) : numberOf(values.seed),
    };
  } catch (error) {
    process.stderr.write(`fuzz: ${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

function numberOf(text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number) || number < 0)
    throw new TypeError(`${text} is no number`);
  return number;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
