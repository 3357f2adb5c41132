import type { Benchmark } from "./benchmark.ts";
import { coldStart } from "./benchmarks/cold-start/index.ts";
import { expansion } from "./benchmarks/expansion/index.ts";
import { growth } from "./benchmarks/growth/index.ts";
import { guard } from "./benchmarks/guard/index.ts";
import { install } from "./benchmarks/install/index.ts";
import { listEventsBenchmark } from "./benchmarks/list-events/index.ts";
import { memory } from "./benchmarks/memory/index.ts";
import { tokens } from "./benchmarks/tokens/index.ts";

/** In the order in which a whole run measures them. */
export const BENCHMARKS: readonly Benchmark[] = [
  coldStart,
  install,
  listEventsBenchmark,
  expansion,
  guard,
  memory,
  growth,
  tokens,
];
