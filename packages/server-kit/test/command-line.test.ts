import { describe, expect, it } from "vitest";

import type { Command, FormField } from "../src/command-line.ts";
import { parseCommandLine, renderHelp, renderTools } from "../src/command-line.ts";

describe("the command line", () => {
  it.each<[string[], Command]>([
    [[], { kind: "serve" }],
    [["--help"], { kind: "help" }],
    [["-h"], { kind: "help" }],
    [["--check", "--help"], { kind: "help" }],
    [["--version"], { kind: "version" }],
    [["-v"], { kind: "version" }],
    [["--check"], { kind: "check", json: false }],
    [["--check", "--json"], { kind: "check", json: true }],
    [["--json", "--check"], { kind: "check", json: true }],
    [["--tools"], { kind: "tools" }],
    [["--demo"], { kind: "demo" }],
    [["--demo", "--demo"], { kind: "demo" }],
  ])("%j means %o", (argv, command) => {
    expect(parseCommandLine(argv)).toEqual(command);
  });

  it.each([
    [["--chek"], "Argument 1 is unknown."],
    [["--check", "hunter2"], "Argument 2 is unknown."],
    [["--check=1"], "Argument 1 is unknown."],
    [["--help", "-x"], "Argument 2 is unknown."],
    [["--check", "--demo"], "Only one of these"],
    [["--json"], "--json belongs to --check"],
    [["--tools", "--json"], "--json belongs to --check"],
    [[""], "Argument 1 is unknown."],
  ])("%j is answered with one line that names what is valid and repeats nothing", (argv, reason) => {
    const command = parseCommandLine(argv);
    if (command.kind !== "wrong") throw new Error("expected a refusal");
    expect(command.message).toContain(reason);
    expect(command.message).toContain(
      "--help (-h), --version (-v), --check, --check --json, --tools, --demo",
    );
    expect(command.message).not.toContain("hunter2");
    expect(command.message).not.toContain("\n");
  });
});

const textField = (title: string): FormField => ({ kind: "text", title });

describe("the help", () => {
  const help = renderHelp({
    name: "app-mcp",
    version: "1.2.3",
    summary: "Does things.",
    variables: [
      {
        name: "APP_URL",
        meaning: "The address of the server.",
        valid: "an address",
        field: textField("Server"),
      },
      {
        name: "APP_PASSWORD",
        meaning: "The password.",
        valid: "any text",
        secret: true,
        field: textField("Password"),
      },
      {
        name: "APP_LIMIT",
        meaning: `How many rows a listing has ${"at most and by default ".repeat(6)}`.trim(),
        valid: "1 to 500",
        fallback: "100",
        field: { kind: "number", title: "Rows", initial: 100, min: 1, max: 500 },
      },
    ],
    docs: "More in the README.",
  });

  it("names the program, every flag and every variable with its default", () => {
    for (const part of [
      "app-mcp 1.2.3",
      "--check [--json]",
      "--tools",
      "--demo",
      "--version",
      "APP_URL",
      "default: 100",
    ]) {
      expect(help).toContain(part);
    }
    expect(help).toContain("The password. (or APP_PASSWORD_FILE: a file that holds it)");
    expect(help.endsWith("More in the README.\n")).toBe(true);
  });

  it("fits a terminal", () => {
    expect(Math.max(...help.split("\n").map((line) => line.length))).toBeLessThanOrEqual(88);
  });
});

describe("the list of tools", () => {
  const base = { destructiveHint: false, idempotentHint: true, openWorldHint: false };

  it.each([
    [[], '0 tools; none asks a person before it acts; * = in the preset "essential".'],
    [[true], '1 tool; 1 asks a person before it acts; * = in the preset "essential".'],
    [[true, true], '2 tools; 2 ask a person before they act; * = in the preset "essential".'],
  ])("counts in plain grammar: %j", (guarded, legend) => {
    const tools = guarded.map((asks, at) => ({
      name: `tool_${at}`,
      title: "Tool",
      essential: false,
      guarded: asks,
      annotations: { ...base, readOnlyHint: false },
    }));
    expect(renderTools(tools)).toContain(`\n${legend}\n`);
  });

  it("says of each whether it reads, writes or asks, and which are essential", () => {
    const text = renderTools([
      {
        name: "list",
        title: "List",
        essential: true,
        guarded: false,
        annotations: { ...base, readOnlyHint: true },
      },
      {
        name: "create",
        title: "Create",
        essential: false,
        guarded: false,
        annotations: { ...base, readOnlyHint: false },
      },
      {
        name: "delete",
        title: "Delete",
        essential: false,
        guarded: true,
        annotations: { ...base, readOnlyHint: false },
      },
    ]);
    expect(text).toBe(
      [
        "* list    reads   List",
        "  create  writes  Create",
        "  delete  asks    Delete",
        "",
        '3 tools; 1 asks a person before it acts; * = in the preset "essential".',
        "",
      ].join("\n"),
    );
  });
});
