import { describe, expect, it } from "vitest";

import { ConfigError } from "../src/errors.ts";
import type { Filters } from "../src/filters.ts";
import { selectTools } from "../src/filters.ts";

const tool = (name: string, { reads = false, essential = false } = {}) => ({
  name,
  essential,
  annotations: { readOnlyHint: reads },
});

const TOOLS = [
  tool("list_events", { reads: true, essential: true }),
  tool("get_event", { reads: true }),
  tool("create_event", { essential: true }),
  tool("delete_event"),
  tool("delete_task"),
];

const allow = (...entries: string[]) => ({ entries, variable: "ALLOW" });
const deny = (...entries: string[]) => ({ entries, variable: "DENY" });
const namesWith = (filters: Filters) => selectTools(TOOLS, filters).map(({ name }) => name);

const refusalOf = (filters: Filters): string => {
  try {
    selectTools(TOOLS, filters);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("expected a ConfigError");
};

describe("the tools that are offered", () => {
  it("are all of them without filters, in the order of the table", () => {
    expect(namesWith({})).toEqual(TOOLS.map(({ name }) => name));
  });

  it("are those that read when only reading is allowed", () => {
    expect(namesWith({ readOnly: "READ_ONLY" })).toEqual(["list_events", "get_event"]);
  });

  it.each([
    ["exact names in any case", { allow: allow("GET_event", "delete_task") }, ["get_event", "delete_task"]],
    ["the beginning of names", { allow: allow("delete_*") }, ["delete_event", "delete_task"]],
    ["everything", { allow: allow("*") }, TOOLS.map(({ name }) => name)],
    ["the essential ones", { allow: allow("Essential") }, ["list_events", "create_event"]],
    [
      "a preset and more",
      { allow: allow("essential", "get_*") },
      ["list_events", "get_event", "create_event"],
    ],
    ["all but some", { deny: deny("delete_*") }, ["list_events", "get_event", "create_event"]],
    ["both lists", { allow: allow("delete_*"), deny: deny("delete_task") }, ["delete_event"]],
    [
      "a pattern over writes under read-only",
      { readOnly: "READ_ONLY", allow: allow("*") },
      ["list_events", "get_event"],
    ],
  ])("follow %s", (_, filters, expected) => {
    expect(namesWith(filters)).toEqual(expected);
  });

  it.each([
    ["matches nothing", { allow: allow("list_evnts") }, 'ALLOW: "list_evnts" matches no tool'],
    ["is a pattern that matches nothing", { deny: deny("send_*") }, 'DENY: "send_*" matches no tool'],
    ["has its star elsewhere", { allow: allow("*_event") }, "* may stand only at its end"],
    ["has two stars", { deny: deny("delete_**") }, "* may stand only at its end"],
    ["holds other characters", { allow: allow("delete-event") }, "is not a tool name"],
    ["names the preset in the deny list", { deny: deny("essential") }, 'DENY: "essential" matches no tool'],
  ])("are refused when an entry %s", (_, filters, reason) => {
    const message = refusalOf(filters);
    expect(message).toContain(reason);
    for (const { name } of TOOLS) expect(message).toContain(name);
    expect(message).not.toContain("\n");
  });

  it.each([
    ["list_evnts", " Is list_events meant? Valid are: "],
    ["GET_EVENTS", " Is get_event meant? Valid are: "],
    ["delete-task", " Is delete_task meant? Valid are: "],
    ["xyz", '"xyz" matches no tool. Valid are: '],
  ])("are refused with the name that %s is closest to, if it is close to any", (entry, sentence) => {
    expect(refusalOf({ allow: allow(entry) })).toContain(sentence);
  });

  it("are refused when a write is asked for by name under read-only", () => {
    const message = refusalOf({ readOnly: "READ_ONLY", allow: allow("list_events", "Delete_Event") });
    expect(message).toBe(
      "ALLOW names delete_event, which writes, while READ_ONLY is on. Remove one of the two.",
    );
  });

  it.each([
    [{ allow: allow("delete_*"), deny: deny("delete_*") }, "ALLOW or DENY"],
    [{ deny: deny("*") }, "DENY"],
    [{ readOnly: "READ_ONLY", deny: deny("list_*", "get_*") }, "DENY or READ_ONLY"],
  ])("are refused when none is left", (filters, names) => {
    expect(refusalOf(filters)).toBe(`No tool is left to offer: loosen ${names}.`);
  });

  it("are refused in one line whatever an entry holds", () => {
    expect(refusalOf({ allow: allow(`a\nb\u001b[31m${"c".repeat(500)}`) })).toMatch(/^[^\n\u001b]{1,400}$/);
  });
});
