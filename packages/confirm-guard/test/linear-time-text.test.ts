import { describe, expect, it } from "vitest";
import { clean, frame, isPlainId, quote, signals, untrusted, untrustedResult } from "../src/index.ts";
import { hostileRepeats } from "./text/hostile-repeats.ts";

const SHORT = 50_000;
const LONG = 200_000;
const CEILING_MS = 1_000;
/** The best of so many; most need one. */
const RUNS = 5;

const jobs: Record<string, (text: string) => unknown> = {
  clean: (text) => clean(text, { maxChars: text.length - 1_000 }),
  signals,
  quote: (text) => quote(text),
  "quote, path": (text) => quote(text, { kind: "path" }),
  isPlainId,
  frame: (text) => frame(untrusted(text), { source: "test" }),
};

/** Processor time, so that what else the machine does counts for nothing. */
function milliseconds(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

describe.each(Object.entries(jobs))("%s takes linear time on", (_job, job) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(Object.entries(hostileRepeats))("%s", { retry: 3 }, (_name, piece) => {
    const text = piece.repeat(Math.ceil(LONG / piece.length)).slice(0, LONG);
    const quarters = [0, 1, 2, 3].map((quarter) => text.slice(quarter * SHORT, (quarter + 1) * SHORT));
    let short = Number.POSITIVE_INFINITY;
    let long = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS && !(long < 6 * short + 20); run += 1) {
      // Four quarters take as long as the whole, so a slow machine slows both alike.
      short = Math.min(
        short,
        milliseconds(() => quarters.forEach((quarter) => job(quarter))) / quarters.length,
      );
      long = Math.min(
        long,
        milliseconds(() => job(text)),
      );
    }
    expect(long).toBeLessThan(6 * short + 20);
    expect(long).toBeLessThan(CEILING_MS);
  });
});

// A result over its ceiling is shortened in steps, so two lengths on both sides of it cannot be compared.
describe("untrustedResult takes bounded time on", () => {
  it.each(Object.entries(hostileRepeats))("%s", { retry: 3 }, (_name, piece) => {
    const text = piece.repeat(Math.ceil(LONG / piece.length));
    const records = Array.from({ length: 40 }, (_, id) => ({
      id,
      untrusted_text: text.slice(id * 5_000, id * 5_000 + 5_000),
    }));
    const builds = [
      () => untrustedResult({ untrusted_text: { text } }, { source: "test" }),
      () => untrustedResult({ records }, { source: "test", records: "records" }),
    ];
    for (const build of builds) {
      let best = Number.POSITIVE_INFINITY;
      for (let run = 0; run < RUNS && !(best < CEILING_MS); run += 1)
        best = Math.min(best, milliseconds(build));
      expect(best).toBeLessThan(CEILING_MS);
    }
  });
});
