import type { Peers } from "./peers/fetch.ts";
import type { Section } from "./report/row.ts";
import type { Lab } from "./servers/lab.ts";

/** What every benchmark is given. */
export type Bench = {
  lab: Lab;
  peers: Peers;
  /** For files of this run; removed with it. */
  work: string;
  /** One line of progress, on stderr. */
  say: (line: string) => void;
};

/** One entry of the table in `benchmarks.ts`. */
export type Benchmark = {
  name: string;
  /** What is measured, as the heading of its results says it. */
  title: string;
  measure: (bench: Bench) => Promise<Pick<Section, "rows" | "notes" | "failures">>;
};
