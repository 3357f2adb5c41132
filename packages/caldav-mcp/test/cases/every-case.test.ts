import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/** Reports from the field about times and recurrence that no tool shows yet, and what they wait for. */
const LATER: Record<string, string> = {
  F95: "a split of a series gives each part a UID of its own: needs update_event with this_and_future",
  F101: "COMPLETED in UTC: needs complete_task",
  F104: "status completed through update_task: needs update_task",
  F105: "one occurrence of a recurring task is done: needs complete_task",
  F114: "other attendees keep their reply: needs update_event",
  F125: "busy times, computed where a server has none: needs get_free_busy",
};

/** Shown here by reading, creating and deleting; editing them shows with update_event. */
const ALSO_LATER: Record<string, string> = {
  F64: "moving the start of an event that has a DURATION",
  F72: "editing one occurrence twice",
  F93: "a cancelled occurrence is not busy: get_free_busy",
  F96: "changing one property leaves all others",
};

const SHOWN_NOW =
  "F45 F47 F50 F51 F53 F57 F58 F60 F62 F64 F68 F69 F72 F75 F77 F80 F81 F85 F87 F91 F92 F93 F96 F97 F100 F108 F110 F124 F128".split(
    " ",
  );

describe("every case about times and recurrence", () => {
  const here = new URL(".", import.meta.url);
  const texts = readdirSync(here).filter(
    (name) => name.endsWith(".test.ts") && name !== "every-case.test.ts",
  );
  const titles = texts.map((name) => readFileSync(new URL(name, here), "utf8")).join("\n");

  it.each(SHOWN_NOW)("%s is shown by a test that names it", (number) => {
    expect(titles).toContain(`(${number})`);
  });

  it.each(Object.entries(LATER))("%s is not claimed before its tool exists: %s", (number) => {
    expect(titles).not.toContain(`(${number})`);
  });

  it("what is shown in part is shown", () => {
    expect(SHOWN_NOW).toEqual(expect.arrayContaining(Object.keys(ALSO_LATER)));
  });
});

describe("docs/cases.md", () => {
  const packages = new URL("../../../", import.meta.url);
  const rows = readFileSync(new URL("../docs/cases.md", packages), "utf8").matchAll(/^\| (F\d+) \| \S/gm);
  const listed = [...rows].map(([, number]) => number);
  const cited = new Set(
    ["caldav-mcp", "sandbox", "server-kit"].flatMap((name) =>
      ["src", "test"].flatMap((room) => sourcesIn(new URL(`${name}/${room}/`, packages)).flatMap(numbersIn)),
    ),
  );

  it("says what each number means that stands in a source or a test, and lists no other", () => {
    expect(listed.toSorted()).toEqual([...cited].toSorted());
  });
});

function sourcesIn(folder: URL): URL[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => new URL(name.replaceAll("\\", "/"), folder));
}

function numbersIn(file: URL): string[] {
  return readFileSync(file, "utf8").match(/\bF\d{2,3}\b/g) ?? [];
}
