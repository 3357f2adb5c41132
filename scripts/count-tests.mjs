// Prints "passed failed skipped" from vitest's JSON report; a test file that could not be loaded counts as one failed.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const unloaded = report.testResults.filter(
  (file) => file.status === "failed" && file.assertionResults.length === 0,
);
const counts = [
  report.numPassedTests,
  report.numFailedTests + unloaded.length,
  report.numPendingTests + report.numTodoTests,
];
process.stdout.write(`${counts.join(" ")}\n`);
