import { measureFraming } from "./framing.ts";
import { measureGuarding } from "./guarding.ts";
import { measureListing } from "./listing.ts";
import type { Row } from "./measure.ts";
import { measureSeries } from "./series.ts";
import { measureStartUp } from "./start-up.ts";
import { circumstances, renderTable } from "./table.ts";

const flags = new Set(process.argv.slice(2));
for (const flag of flags) {
  if (flag === "--json" || flag === "--large") continue;
  process.stderr.write(`bench: unknown option ${flag}; there are --json and --large\n`);
  process.exit(2);
}

const begun = circumstances();
const rows: Row[] = [];
for (const measure of [
  measureStartUp,
  measureFraming,
  measureGuarding,
  measureSeries,
  () => measureListing({ large: flags.has("--large") }),
]) {
  process.stderr.write(".");
  rows.push(...(await measure()));
}
process.stderr.write("\n");
process.stdout.write(
  flags.has("--json") ? `${JSON.stringify({ ...begun, rows }, undefined, 2)}\n` : renderTable(rows, begun),
);
