import type { Bench } from "../../benchmark.ts";

/** Something that is done at several sizes. `run` hands back milliseconds. */
export type Course = {
  what: string;
  unit: string;
  sizes: readonly number[];
  prepare: (size: number, bench: Bench) => Prepared | Promise<Prepared>;
};

export type Prepared = { run: () => number | Promise<number>; close?: () => Promise<void> };
