import { cpus, loadavg } from "node:os";
import type { Row } from "./measure.ts";

/** Where and when the figures were taken; without that they say nothing. */
export type Circumstances = { date: string; node: string; processor: string; cores: number; load: number };

export function circumstances(): Circumstances {
  const all = cpus();
  return {
    date: new Date().toISOString(),
    node: process.version,
    processor: all[0]?.model ?? "unknown",
    cores: all.length,
    load: loadavg()[0] ?? 0,
  };
}

export function renderTable(
  rows: readonly Row[],
  { date, node, processor, cores, load }: Circumstances,
): string {
  const cells = rows.map(({ what, value, unit, aim, note }) => [
    what,
    figure(value),
    unit,
    aim ?? "",
    note ?? "",
  ]);
  const all = [["what", "measured", "", "aim", ""], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const lines = all.map((line) =>
    line
      .map((cell, column) =>
        column === 1 ? cell.padStart(widths[1] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  const head = `${date.slice(0, 16).replace("T", " ")} UTC, Node ${node}, ${cores} × ${processor}, load ${load.toFixed(1)}`;
  return `${head}\n\n${lines.join("\n")}\n`;
}

/** Three digits that mean something. */
function figure(value: number): string {
  return value.toFixed(value < 10 ? 2 : value < 100 ? 1 : 0);
}
