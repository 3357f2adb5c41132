import { describe, expect, it } from "vitest";

import { renderHelp, renderTools } from "../src/help.ts";
import type { FormField } from "../src/variable.ts";

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
