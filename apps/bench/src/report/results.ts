import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Circumstances } from "./circumstances.ts";
import { renderSection, renderSummary } from "./markdown.ts";
import type { Section } from "./row.ts";

const FILE = fileURLToPath(new URL("../../results.md", import.meta.url));

/** The whole page: what was met, where and with what it was measured, and every table. */
export function renderResults(sections: readonly Section[], circumstances: Circumstances): string {
  return [
    "# Results of the benchmarks",
    "",
    "Written by `npm run bench`; `docs/performance.md` says what each line means. Every figure is the median of several runs,",
    "with the quartiles in brackets; a ratio is ours divided by what stands beside it, measured in turn with it.",
    "",
    renderSummary(sections),
    renderCircumstances(circumstances),
    ...sections.map(renderSection),
  ].join("\n");
}

/** Only a whole run writes it: figures of different runs are not to be compared. */
export async function writeResults(text: string): Promise<void> {
  await writeFile(FILE, text);
}

function renderCircumstances({ date, machine, load, versions }: Circumstances): string {
  const { system, processor, cores, memoryGb } = machine;
  return [
    "## Where and with what",
    "",
    `${date.slice(0, 16).replace("T", " ")} UTC; ${system}, ${cores} × ${processor}, ${memoryGb} GB of memory; ` +
      `load ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after.`,
    "",
    "| what | version |",
    "| --- | --- |",
    ...versions.map(([name, version]) => `| ${name} | ${version} |`),
    "",
  ].join("\n");
}
