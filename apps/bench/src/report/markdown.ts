import type { Spread } from "../measure/spread.ts";
import { type Goal, isMet, ratioOf, type Row, type Section } from "./row.ts";

const HEAD = ["what", "ours", "beside", "ratio", "goal", "met"];

/** A heading, a table with one line for each row, and the notes below it. */
export function renderSection({ name, title, rows, notes, failures = [] }: Section): string {
  const lines = [`## ${name}: ${title}`, ""];
  if (rows.length > 0) lines.push(...renderTable(rows), "");
  const remarks = [...failures.map((failure) => `**Not measured:** ${failure}`), ...notes];
  lines.push(...remarks.map((remark) => `- ${remark}`), ...(remarks.length > 0 ? [""] : []));
  return lines.join("\n");
}

/** How many goals are met, each that is not, and what could not be measured. */
export function renderSummary(sections: readonly Section[]): string {
  const judged = sections.flatMap(({ name, rows }) =>
    rows.filter(({ goal }) => goal !== undefined).map((row) => ({ name, row })),
  );
  const missed = judged.filter(({ row }) => isMet(row) !== true);
  const lines = [`${judged.length - missed.length} of ${judged.length} goals are met.`];
  if (missed.length > 0) {
    lines.push("", "Missed:", "");
    for (const { name, row } of missed)
      lines.push(`- ${name}: ${row.what}: ${found(row)}, goal ${goalText(row)}`);
  }
  const failures = sections.flatMap(({ name, failures: own = [] }) =>
    own.map((failure) => `- ${name}: ${failure}`),
  );
  if (failures.length > 0) lines.push("", "Not measured:", "", ...failures);
  return `${lines.join("\n")}\n`;
}

function renderTable(rows: readonly Row[]): string[] {
  const cells = rows.map((row) => [
    row.what,
    spreadText(row.ours, row.unit),
    row.beside === undefined ? "" : `${row.beside.name}: ${spreadText(row.beside.spread, row.unit)}`,
    ratioText(row),
    goalText(row),
    { true: "yes", false: "**no**", undefined: "" }[`${isMet(row)}`],
  ]);
  return [HEAD, HEAD.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`);
}

function found(row: Row): string {
  return row.goal?.of === "ratio" ? ratioText(row) : spreadText(row.ours, row.unit);
}

function goalText({ goal, unit }: Row): string {
  if (goal === undefined) return "";
  return `${goal.is} ${boundText(goal)}${goal.of === "ratio" ? " ×" : ` ${unit}`}`;
}

const boundText = ({ bound }: Goal): string => String(bound);

function ratioText(row: Row): string {
  const ratio = ratioOf(row);
  return ratio === undefined ? "" : `${figure(ratio)} ×`;
}

function spreadText({ median, low, high, runs }: Spread, unit: string): string {
  const quartiles = runs > 1 ? ` (${figure(low)} to ${figure(high)})` : "";
  return `${figure(median)} ${unit}${quartiles}`;
}

/** Three digits that mean something; whole numbers as they are. */
export function figure(value: number): string {
  if (Number.isInteger(value)) return value.toLocaleString("en");
  const size = Math.abs(value);
  if (size >= 100) return Math.round(value).toLocaleString("en");
  return size < 0.0995 ? value.toPrecision(2) : value.toFixed(size < 9.995 ? 2 : 1);
}
