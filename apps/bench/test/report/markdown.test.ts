import { describe, expect, it } from "vitest";
import { counted, spreadOf } from "../../src/measure/spread.ts";
import { figure, renderSection, renderSummary } from "../../src/report/markdown.ts";
import { reasonOf } from "../../src/report/reason.ts";
import { atLeast, atMost, below, type Goal, isMet, ratioOf, type Row } from "../../src/report/row.ts";

const floor = { name: "floor", spread: counted(100) };

function row(ours: number, goal?: Goal): Row {
  return {
    what: "start",
    unit: "ms",
    ours: counted(ours),
    beside: floor,
    ...(goal === undefined ? {} : { goal }),
  };
}

describe("a goal", () => {
  it.each([
    { ours: 125, goal: atMost("ratio", 1.25), met: true },
    { ours: 126, goal: atMost("ratio", 1.25), met: false },
    { ours: 50, goal: below("ratio", 0.5), met: false },
    { ours: 49, goal: below("ratio", 0.5), met: true },
    { ours: 90, goal: atMost("figure", 90), met: true },
    { ours: 19, goal: atLeast("figure", 20), met: false },
    { ours: 20, goal: atLeast("figure", 20), met: true },
  ])("$goal.is $goal.bound of the $goal.of is met by $ours beside 100: $met", ({ ours, goal, met }) => {
    expect(isMet(row(ours, goal))).toBe(met);
  });

  it("of a ratio is not met where there is nothing beside", () => {
    expect(isMet({ what: "start", unit: "ms", ours: counted(1), goal: atMost("ratio", 2) })).toBe(false);
  });

  it("is not judged where there is none", () => {
    expect(isMet(row(1))).toBeUndefined();
    expect(ratioOf(row(1))).toBe(0.01);
  });
});

it("renders a table with quartiles, ratio and goal, and says loudly what is missed", () => {
  const rows = [
    { ...row(130, atMost("ratio", 1.25)), ours: spreadOf([120, 130, 150]) },
    { what: "size", unit: "MB", ours: counted(1_234.5) },
  ];
  const section = { name: "cold-start", title: "from spawn to answer", rows, notes: ["Nobody is asked."] };
  expect(renderSection(section)).toBe(`## cold-start: from spawn to answer

| what | ours | beside | ratio | goal | met |
| --- | --- | --- | --- | --- | --- |
| start | 130 ms (125 to 140) | floor: 100 ms | 1.30 × | at most 1.25 × | **no** |
| size | 1,235 MB |  |  |  |  |

- Nobody is asked.
`);
});

it("says what could not be measured, in its section and in the sum", () => {
  const section = {
    name: "list-events",
    title: "a month",
    rows: [],
    notes: [],
    failures: ["cyrus: no answer"],
  };
  expect(renderSection(section)).toContain("- **Not measured:** cyrus: no answer");
  expect(renderSummary([section])).toBe(
    "0 of 0 goals are met.\n\nNot measured:\n\n- list-events: cyrus: no answer\n",
  );
});

it.each([
  {
    trace: "Error: The program ended: throw err;\n  ^\nassert(!this.paused)\n at x",
    reason: "assert(!this.paused)",
  },
  { trace: "node:internal\nError: Cannot find module 'x'\n at y", reason: "Error: Cannot find module 'x'" },
  { trace: "gone", reason: "gone" },
])("finds in a trace what went wrong: $reason", ({ trace, reason }) => {
  expect(reasonOf(trace)).toBe(reason);
});

it("sums up how many goals are met, and names each that is not", () => {
  const sections = [
    {
      name: "guard",
      title: "",
      rows: [row(1, atMost("figure", 2)), row(3, atMost("figure", 2)), row(9)],
      notes: [],
    },
  ];
  expect(renderSummary(sections)).toBe(`1 of 2 goals are met.

Missed:

- guard: start: 3 ms, goal at most 2 ms
`);
});

it.each([
  { value: 0.0421, text: "0.042" },
  { value: 1.254, text: "1.25" },
  { value: 9.999, text: "10.0" },
  { value: 12.34, text: "12.3" },
  { value: 123.4, text: "123" },
  { value: 12_345.6, text: "12,346" },
  { value: 7, text: "7" },
  { value: -0.5, text: "-0.50" },
])("shows $value as $text", ({ value, text }) => {
  expect(figure(value)).toBe(text);
});
