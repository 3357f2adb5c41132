import type { Filterable } from "./filters.ts";
import type { Variable } from "./variable.ts";
import { COLUMNS, wrap } from "./wrap.ts";

const indented = (head: string, text: string): string =>
  [`  ${head}`, ...wrap(text, COLUMNS - 6).map((line) => `      ${line}`)].join("\n");

const describeVariable = ({ name, meaning, fallback, secret }: Variable): string => {
  const notes = [
    ...(secret === true ? [`or ${name}_FILE: a file that holds it`] : []),
    ...(fallback === undefined ? [] : [`default: ${fallback}`]),
  ];
  return indented(name, notes.length === 0 ? meaning : `${meaning} (${notes.join("; ")})`);
};

const USAGE: readonly [flags: string, meaning: string][] = [
  ["", "Run the MCP server on standard input and output."],
  ["--check [--json]", "Connect, say what was found and what will not work; exit code 0 or 1."],
  ["--tools", "List the tools."],
  ["--demo", "Run on sample data in memory, without an account."],
  ["--version, -v", "Print the version."],
  ["--help, -h", "Print this text."],
];

/** What a program says of itself. */
export type Program = {
  name: string;
  version: string;
  summary: string;
  variables: readonly Variable[];
};

/** What `--help` prints. */
export const renderHelp = ({ name, version, summary, variables }: Program): string =>
  [
    `${name} ${version}`,
    ...wrap(summary, COLUMNS),
    "",
    "Usage:",
    ...USAGE.map(([flags, meaning]) => indented(`${name} ${flags}`.trim(), meaning)),
    "",
    "Settings (environment variables):",
    ...variables.map(describeVariable),
    "",
  ].join("\n");

/** What `--tools` needs to know of a tool. */
export type Listable = Filterable & { readonly title: string; readonly guarded: boolean };

const kindOf = (tool: Listable): string => {
  if (tool.guarded) return "asks";
  return tool.annotations.readOnlyHint ? "reads" : "writes";
};

/** What `--tools` prints. */
export const renderTools = (tools: readonly Listable[]): string => {
  const width = Math.max(0, ...tools.map((tool) => tool.name.length));
  const lines = tools.map(
    (tool) =>
      `${tool.essential ? "*" : " "} ${tool.name.padEnd(width)}  ${kindOf(tool).padEnd(6)}  ${tool.title}`,
  );
  const asking = tools.filter((tool) => tool.guarded).length;
  const legend = `${counted(tools.length)}; ${asksFirst(asking)}; * = in the preset "essential".`;
  return [...lines, "", legend, ""].join("\n");
};

const counted = (tools: number): string => (tools === 1 ? "1 tool" : `${tools} tools`);

const asksFirst = (tools: number): string => {
  if (tools === 0) return "none asks a person before it acts";
  return tools === 1 ? "1 asks a person before it acts" : `${tools} ask a person before they act`;
};
