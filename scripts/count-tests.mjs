// Prints "passed failed skipped" from vitest's JSON report, and what failed, with its first line, on stderr. A file that
// could not be run counts as one failed test.
import { readFileSync } from "node:fs";

const report = JSON.parse(readFileSync(process.argv[2], "utf8"));
const failures = [];
for (const { name, status, message, assertionResults } of report.testResults) {
  if (status === "failed" && assertionResults.length === 0) failures.push([name, message]);
  for (const test of assertionResults) {
    if (test.status === "failed") failures.push([`${name}: ${test.fullName}`, test.failureMessages[0]]);
  }
}

const skipped = report.numPendingTests + report.numTodoTests;
process.stdout.write(`${report.numPassedTests} ${failures.length} ${skipped}\n`);
for (const [name, message = ""] of failures) {
  process.stderr.write(`FAILED ${name}\n       ${firstLine(message)}\n`);
}

function firstLine(message) {
  return message.split("\n")[0].slice(0, 300);
}
