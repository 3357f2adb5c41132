import type { Era } from "confirm-guard/testing";
import type { Benchmark } from "../../benchmark.ts";
import { processorTime } from "../../measure/clocks.ts";
import { interleave } from "../../measure/interleave.ts";
import { atLeast, below, type Row } from "../../report/row.ts";
import { framed, hostileOf, proseOf, slowestHostile, speedOn } from "./framing.ts";
import { guardParts } from "./parts.ts";
import { bareRound, guardedRound, type Round } from "./rounds.ts";

const ROUNDS = 15;
const CALLS = 25;
const PARTS = 500;
const CHARACTERS = 200_000;
const SLOWEST = 3;
const ARGS = { id: "event.L2NhbGVuZGFycy9hZGEvd29yay8.NDIuaWNz", scope: "series" };
const REVISIONS: Record<Era, string> = { "2025": "2025-11-25", "2026": "2026-07-28" };

export const guard: Benchmark = {
  name: "guard",
  title: "what asking costs, and what marking foreign text costs",
  async measure() {
    return {
      rows: [
        ...(await roundRows("2025")),
        ...(await roundRows("2026")),
        await partsRow(),
        ...(await framingRows()),
      ],
      notes: [
        "All of it is processor time of this process: nothing here waits for anything.",
        "A round is a call, its question, a yes at once, and the answer, in memory with the SDK's own client. The bare round asks " +
          "the same with the SDK alone.",
        "Framing is measured in UTF-8 bytes of the text that comes in; the hostile texts are the slowest of all that the tests use.",
      ],
    };
  },
};

async function roundRows(era: Era): Promise<Row[]> {
  const guarded = await guardedRound(era);
  const bare = await bareRound(era);
  try {
    const spreadOf = await interleave(
      [
        { name: "guarded", run: () => microseconds(guarded) },
        { name: "bare", run: () => microseconds(bare) },
        { name: "over", run: async () => (await microseconds(guarded)) - (await microseconds(bare)) },
      ],
      { rounds: ROUNDS, warmUps: 4 },
    );
    const beside = { name: "bare SDK round", spread: spreadOf("bare") };
    return [
      { what: `confirm round, ${REVISIONS[era]}`, unit: "µs", ours: spreadOf("guarded"), beside },
      { what: `confirm round minus bare round, ${REVISIONS[era]}`, unit: "µs", ours: spreadOf("over") },
    ];
  } finally {
    await guarded.close();
    await bare.close();
  }
}

/** Of one call, from many. */
async function microseconds({ call }: Round): Promise<number> {
  const start = processorTime();
  for (let count = 0; count < CALLS; count += 1) await call();
  return ((processorTime() - start) / CALLS) * 1_000;
}

async function partsRow(): Promise<Row> {
  const once = guardParts(ARGS);
  const run = (): number => {
    const start = processorTime();
    for (let count = 0; count < PARTS; count += 1) once();
    return ((processorTime() - start) / PARTS) * 1_000;
  };
  const spreadOf = await interleave([{ name: "parts", run }], { rounds: ROUNDS, warmUps: 3 });
  return {
    what: "seal + open + fingerprint + question",
    unit: "µs",
    ours: spreadOf("parts"),
    goal: below("figure", 200),
  };
}

async function framingRows(): Promise<Row[]> {
  const prose = proseOf(CHARACTERS);
  framed(prose);
  const hostile = slowestHostile(SLOWEST).map((name) => hostileOf(name, CHARACTERS));
  const samples = [prose, ...hostile];
  const spreadOf = await interleave(
    samples.map((sample) => ({ name: sample.name, run: () => speedOn(sample) })),
    { rounds: ROUNDS, warmUps: 2 },
  );
  return samples.map(({ name }) => ({
    what: `framing, ${name}`,
    unit: "MB/s",
    ours: spreadOf(name),
    goal: atLeast("figure", name === prose.name ? 20 : 2),
  }));
}
