/** A text of about this length, made to be the worst for somebody who walks it. */
export type Shape = (length: number) => string;

/** The same piece over and over. */
export function repeated(piece: string): Shape {
  return (length) => piece.repeat(Math.ceil(length / piece.length));
}

/**
 * Processor time, in milliseconds, of the fastest of three rounds: what else the machine does counts for nothing. A
 * refusal is an answer too, and takes its time.
 */
export async function processorMs(run: () => unknown): Promise<number> {
  let fastest = Infinity;
  for (let round = 0; round < 3; round += 1) {
    const before = process.cpuUsage();
    try {
      await run();
    } catch {
      // Only the time counts here.
    }
    fastest = Math.min(fastest, process.cpuUsage(before).user / 1_000);
  }
  return fastest;
}

/** What a walk took, and what it may take at the most, in milliseconds of the processor. */
export type Growth = { tookMs: number; allowedMs: number };

/**
 * Walks a text, or another input, of a size and one eight times as large. In linear time the large one takes 8 times as
 * long, in quadratic time 64 times; what is allowed lies between, above a floor below which the measure says nothing.
 */
export async function growth<Input>(
  walk: (input: Input) => unknown,
  make: (size: number) => Input,
  size = 20_000,
): Promise<Growth> {
  const [small, large] = [make(size), make(8 * size)];
  const smallMs = await processorMs(() => walk(small));
  return { tookMs: await processorMs(() => walk(large)), allowedMs: 32 * smallMs + 40 };
}
