import type { ReceivedResult } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../../behaviour/objects.ts";
import { chanceFrom } from "./chance.ts";
import { judgeRead, judgeWrite } from "./judge.ts";
import { busyOf, isSeries, rowsOf } from "./truth.ts";

const failed = (text: string): ReceivedResult => ({ isError: true, content: [{ type: "text", text }] });
const told = (content: Record<string, unknown>): ReceivedResult => ({
  content: [{ type: "text", text: "Done." }],
  structuredContent: content,
});

describe("a listing", () => {
  const shown = (content: Record<string, unknown>): string[] => content["rows"] as string[];
  const truth = ["a", "b"];

  it.each<[string, Record<string, unknown>, RegExp]>([
    ["holds all there is", { rows: ["b", "a"] }, /^right$/],
    ["says what it lacks", { rows: ["a"], missing: 1 }, /^an honest failure$/],
    ["lacks something and does not say so", { rows: ["a"] }, /^wrong: it shows 1 of 2/],
    ["holds something twice", { rows: ["a", "a"] }, /^wrong/],
    ["is empty", { rows: [] }, /^wrong: it shows 0 of 2/],
    ["holds what is not there", { rows: ["a", "b", "c"], incomplete: true }, /^wrong: it shows c$/],
  ])("that %s is judged by that", (_what, content, verdict) => {
    expect(judgeRead(told(content), { shown, truth })).toMatch(verdict);
  });

  it("that failed is honest", () => {
    expect(judgeRead(failed("The server did not answer."), { shown, truth })).toBe("an honest failure");
  });
});

describe("a write", () => {
  const nothing = { before: "x", after: "x", isDone: false };
  const done = { before: "x", after: "y", isDone: true };
  const other = { before: "x", after: "z", isDone: false };

  it.each<[string, ReceivedResult, typeof done, RegExp]>([
    ["says success and is done", told({}), done, /^right$/],
    ["says success and is not done", told({}), nothing, /^wrong/],
    [
      "says that nothing was changed, truly",
      failed("No. Nothing was changed."),
      nothing,
      /^an honest failure$/,
    ],
    ["says that nothing was changed, falsely", failed("No. Nothing was changed."), done, /^wrong/],
    ["does not know, and was done", failed("It was most likely not carried out."), done, /^an honest doubt$/],
    ["does not know, and did something else", failed("It is not known whether."), other, /^wrong/],
    ["says nothing of what was changed", failed("No."), nothing, /^wrong/],
  ])("that %s is judged by that", (_what, result, stored, verdict) => {
    expect(judgeWrite(result, stored)).toMatch(verdict);
  });
});

it("what is stored is read without the program", () => {
  const start = "DTSTART;TZID=Europe/Berlin:20260928T090000\nSUMMARY:daily";
  const lines = `${start}\nRRULE:FREQ=DAILY;COUNT=4\nEXDATE;TZID=Europe/Berlin:20260929T090000`;
  const text = event("daily@example.org", lines);
  const stored = { resource: "a.ics", text, summary: "daily" };
  const rows = rowsOf(stored);
  expect(isSeries(stored)).toBe(true);
  expect(isSeries({ ...stored, text: event("one@example.org", start) })).toBe(false);
  expect(rows.map((row) => row.start)).toEqual(["2026-09-28T09:00", "2026-09-30T09:00", "2026-10-01T09:00"]);
  expect(busyOf([...rows, { summary: "x", start: "2026-09-28T10:00" }])[0]).toBe(
    "2026-09-28T09:00 2026-09-28T11:00",
  );
});

it("the same seed brings the same numbers", () => {
  const [one, other, third] = [1, 1, 2].map((seed) => {
    const { below } = chanceFrom(seed);
    return Array.from({ length: 50 }, () => below(1_000));
  });
  expect(one).toEqual(other);
  expect(one).not.toEqual(third);
});
