import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readArguments } from "./arguments.ts";
import { BENCHMARKS } from "./benchmarks.ts";
import { runBenchmarks } from "./run.ts";

const IN_MEMORY = "/dev/shm";

const wanted = readArguments(
  process.argv.slice(2),
  BENCHMARKS.map(({ name }) => name),
);
if ("problem" in wanted) {
  process.stderr.write(`bench: ${wanted.problem}\n`);
  process.exit(2);
}
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => process.exit(130));
// The servers keep their files where no disk has to be waited for: what is measured is not the disk.
if (existsSync(IN_MEMORY)) process.env["TMPDIR"] = IN_MEMORY;
const work = mkdtempSync(join(tmpdir(), "bench-"));
process.once("exit", () => rmSync(work, { recursive: true, force: true, maxRetries: 3 }));

const complete = await runBenchmarks(wanted, {
  work,
  say: (line) => void process.stderr.write(`bench: ${line}\n`),
  print: (text) => void process.stdout.write(text),
});
if (!complete) process.exitCode = 1;
