import { mkdtemp } from "node:fs/promises";
import { join } from "node:path";
import type { Wanted } from "./arguments.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { fetchPeers } from "./peers/fetch.ts";
import { type Circumstances, currentLoad, describeMachine, listVersions } from "./report/circumstances.ts";
import { renderSection, renderSummary } from "./report/markdown.ts";
import { reasonOf } from "./report/reason.ts";
import { renderResults, writeResults } from "./report/results.ts";
import type { Section } from "./report/row.ts";
import { openLab } from "./servers/lab.ts";

type Edges = { work: string; say: (line: string) => void; print: (text: string) => void };

/**
 * Measures what is wanted and prints it; a whole run is written to results.md as well.
 *
 * @returns whether everything could be measured; a goal that is missed is no failure
 */
export async function runBenchmarks({ names, json }: Wanted, { work, say, print }: Edges): Promise<boolean> {
  const before = currentLoad();
  const peers = await fetchPeers({ home: await mkdtemp(join(work, "home-")), say });
  const lab = openLab(say);
  const sections: Section[] = [];
  try {
    for (const { name, title, measure } of BENCHMARKS.filter((one) => names.includes(one.name))) {
      const start = performance.now();
      say(`${name}: ${title}`);
      const measured = await measure({ lab, peers, work, say }).catch((error: unknown) => {
        say(`${name}: ${String(error)}`);
        return { rows: [], notes: [], failures: [reasonOf(error)] };
      });
      sections.push({ name, title, ...measured });
      say(`${name}: done in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    }
  } finally {
    await lab.close();
  }
  const circumstances: Circumstances = {
    date: new Date().toISOString(),
    machine: describeMachine(),
    load: { before, after: currentLoad() },
    versions: listVersions(peers, lab.versions()),
  };
  if (json) print(`${JSON.stringify({ ...circumstances, sections }, undefined, 2)}\n`);
  else print(`${sections.map(renderSection).join("\n")}\n${renderSummary(sections)}`);
  if (names.length === BENCHMARKS.length) {
    await writeResults(renderResults(sections, circumstances));
    say("written to apps/bench/results.md");
  }
  return sections.every(({ failures = [] }) => failures.length === 0);
}
