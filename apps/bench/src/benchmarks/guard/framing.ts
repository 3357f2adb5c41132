import { frame, untrusted } from "confirm-guard";
import { hostileRepeats } from "../../../../../packages/confirm-guard/test/text/hostile-repeats.ts";
import { processorTime } from "../../measure/clocks.ts";

const BYTES_PER_MB = 1_000_000;
const LOOK = 100_000;
const PROSE =
  "The choir meets on Thursday at seven in the small hall. Bring the blue folder, and tell Grace if you cannot come.\n";

/** A text of so many characters, and what it is like. */
export type Sample = { name: string; text: string };

export function proseOf(length: number): Sample {
  return { name: "plain prose", text: repeated(PROSE, length) };
}

/** One of the hostile texts, by its name. */
export function hostileOf(name: string, length: number): Sample {
  return { name, text: repeated(hostileRepeats[name] ?? "", length) };
}

/** Those that are cleaned and marked the slowest, by a second look at each: the first one only warms up. */
export function slowestHostile(count: number): string[] {
  return Object.keys(hostileRepeats)
    .map((name) => ({ name, sample: hostileOf(name, LOOK) }))
    .map(({ name, sample }) => ({ name, speed: Math.max(speedOn(sample), speedOn(sample)) }))
    .toSorted((a, b) => a.speed - b.speed)
    .slice(0, count)
    .map(({ name }) => name);
}

export function framed({ text }: Sample): void {
  frame(untrusted(text), { source: "bench" });
}

/** Megabytes of UTF-8 in a second. */
export function speedOn(sample: Sample): number {
  const start = processorTime();
  framed(sample);
  const seconds = (processorTime() - start) / 1_000;
  return Buffer.byteLength(sample.text, "utf8") / BYTES_PER_MB / seconds;
}

function repeated(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length);
}
