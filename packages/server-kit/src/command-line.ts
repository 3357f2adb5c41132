import type { Filterable } from "./filters.ts";
import { COLUMNS, wrap } from "./wrap.ts";

/** What the program was started for. */
export type Command =
  | { kind: "serve" }
  | { kind: "help" }
  | { kind: "version" }
  | { kind: "check"; json: boolean }
  | { kind: "tools" }
  | { kind: "demo" }
  /** One line that says what is wrong and what is valid; exit code 1. */
  | { kind: "wrong"; message: string };

const FLAGS = ["--help (-h)", "--version (-v)", "--check", "--check --json", "--tools", "--demo"];
const VALID = `Valid are: ${FLAGS.join(", ")}; without any of them the server runs on standard input and output.`;
const ALIASES = new Map([
  ["-h", "--help"],
  ["-v", "--version"],
]);

const wrong = (why: string): Command => ({ kind: "wrong", message: `${why} ${VALID}` });

/** Reads the arguments after the program's name. An unknown one is counted, not repeated: it may be a secret. */
export const parseCommandLine = (argv: readonly string[]): Command => {
  const flags = argv.map((argument) => ALIASES.get(argument) ?? argument);
  const given = new Set(flags);
  const known = new Set(["--help", "--version", "--check", "--json", "--tools", "--demo"]);
  const unknown = flags.findIndex((flag) => !known.has(flag));
  if (unknown !== -1) return wrong(`Argument ${unknown + 1} is unknown.`);
  // Asking for help always gives help.
  if (given.has("--help")) return { kind: "help" };
  const json = given.delete("--json");
  if (given.size > 1) return wrong("Only one of these can be done at a time.");
  if (json && !given.has("--check")) return wrong("--json belongs to --check.");
  const [flag] = given;
  switch (flag) {
    case "--version":
      return { kind: "version" };
    case "--check":
      return { kind: "check", json };
    case "--tools":
      return { kind: "tools" };
    case "--demo":
      return { kind: "demo" };
    case undefined:
    default:
      return { kind: "serve" };
  }
};

/** One environment variable as the help and the documentation describe it. */
export type Variable = {
  name: string;
  meaning: string;
  /** The values that it takes, in words and without a full stop; everything else stops the start. */
  valid: string;
  /** What holds when it is unset, in words: "100", "UTC", "off". Left out: nothing does. */
  fallback?: string;
  /** Can also be read from the file that `<name>_FILE` names. */
  secret?: boolean;
  /** How a desktop client asks for it. */
  field: FormField;
};

/** One field of the form in which a desktop client asks for the settings; `initial` is a value that the program reads. */
export type FormField =
  | { kind: "text"; title: string; required?: true; initial?: string; example?: string }
  | { kind: "number"; title: string; initial: number; min: number; max: number }
  /** `ticked` says what ticking it does. */
  | { kind: "switch"; title: string; ticked: string; initial: boolean };

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

export type Program = {
  name: string;
  version: string;
  summary: string;
  variables: readonly Variable[];
  docs?: string;
};

export const renderHelp = ({ name, version, summary, variables, docs }: Program): string =>
  [
    `${name} ${version}`,
    ...wrap(summary, COLUMNS),
    "",
    "Usage:",
    ...USAGE.map(([flags, meaning]) => indented(`${name} ${flags}`.trim(), meaning)),
    "",
    "Settings (environment variables):",
    ...variables.map(describeVariable),
    ...(docs === undefined ? [] : ["", docs]),
    "",
  ].join("\n");

/** What `--tools` needs to know of a tool. */
export type Listable = Filterable & { readonly title: string; readonly guarded: boolean };

const kindOf = (tool: Listable): string => {
  if (tool.guarded) return "asks";
  return tool.annotations.readOnlyHint ? "reads" : "writes";
};

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
