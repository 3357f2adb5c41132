import { describe, expect, it } from "vitest";

import { type Command, parseCommandLine } from "../src/command-line.ts";

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
