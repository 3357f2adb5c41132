import type { CleanValue } from "./tree.ts";

/**
 * A value as lines, one per field: `start: 2026-09-14`. A text of several lines stands below its label, each line
 * behind `  > `, so that no line of it can pass for a field.
 */
export function fieldLines(label: string, value: CleanValue): string[] {
  if (typeof value === "string") return textLines(label, value);
  if (value === null || typeof value !== "object") return [`${label}: ${value}`];
  const fields = Array.isArray(value)
    ? value.map((item, index) => ({ name: `${label}[${index}]`, item }))
    : Object.entries(value).map(([key, item]) => ({ name: label === "" ? key : `${label}.${key}`, item }));
  if (fields.length > 0) return fields.flatMap(({ name, item }) => fieldLines(name, item));
  if (label === "") return [];
  return [`${label}: ${Array.isArray(value) ? "[]" : "{}"}`];
}

function textLines(label: string, text: string): string[] {
  const lines = text.split("\n");
  if (lines.length === 1) return [`${label}: ${text}`];
  return [`${label}:`, ...lines.map((line) => `  > ${line}`)];
}
