import { frame, untrusted } from "confirm-guard";
import { hostileRepeats } from "../../../packages/confirm-guard/test/text/hostile-repeats.ts";
import { type Row, warmMedian } from "./measure.ts";

const LENGTH = 200_000;
const SLOWEST = 3;
const BYTES_PER_MB = 1_000_000;
const PROSE =
  "The choir meets on Thursday at seven in the small hall. Bring the blue folder, and tell Grace if you cannot come.\n";

/** How fast foreign text is cleaned, marked and looked through; in UTF-8 bytes of the text that comes in. */
export async function measureFraming(): Promise<Row[]> {
  const hostile = Object.entries(hostileRepeats).map(([name, piece]) => ({
    name,
    piece,
    guess: guessOf(piece),
  }));
  hostile.sort((a, b) => a.guess - b.guess);
  const rows: Row[] = [
    { what: "framing, plain prose", value: await speedOn(PROSE), unit: "MB/s", aim: "at least 20" },
  ];
  for (const { name, piece } of hostile.slice(0, SLOWEST)) {
    rows.push({
      what: `framing, ${name}`,
      value: await speedOn(piece),
      unit: "MB/s",
      aim: "at least 2",
      note: `among the slowest of ${hostile.length} hostile texts`,
    });
  }
  return rows;
}

async function speedOn(piece: string): Promise<number> {
  const text = textOf(piece);
  return speed(text, await warmMedian(() => frame(untrusted(text), { source: "bench" })));
}

/** From one run; good enough to tell the slow ones. */
function guessOf(piece: string): number {
  const text = textOf(piece);
  const start = performance.now();
  frame(untrusted(text), { source: "bench" });
  return speed(text, performance.now() - start);
}

function textOf(piece: string): string {
  return piece.repeat(Math.ceil(LENGTH / piece.length)).slice(0, LENGTH);
}

function speed(text: string, ms: number): number {
  return Buffer.byteLength(text, "utf8") / BYTES_PER_MB / (ms / 1_000);
}
