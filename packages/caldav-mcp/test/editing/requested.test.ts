import { describe, expect, it } from "vitest";
import { readUpdate } from "../../src/editing/requested.ts";

describe("what a caller wants changed", () => {
  it("names the fields that get another value, times as a pair", () => {
    expect(readUpdate({ location: null, start: "2026-09-14" }).fields).toEqual(["location", "start", "end"]);
    expect(readUpdate({ recurrence: null }).fields).toEqual(["recurrence"]);
  });

  it("takes an empty text or list for nothing", () => {
    const { change } = readUpdate({ description: "", location: "", categories: [], reminders: [] });
    expect(change).toEqual({
      patch: { description: null, location: null, categories: null, reminders: null },
    });
  });

  it("leaves out what the caller left out", () => {
    const { change } = readUpdate({ transparent: false });
    expect(change.patch).toEqual({ transparent: false });
    expect(change.times).toBeUndefined();
    expect("recurrence" in change).toBe(false);
  });

  it.each([
    ["nothing at all", {}, /at least one field/],
    ["only a zone", { timezone: "Europe/Berlin" }, /`timezone` says how/],
    ["a zone beside a text", { timezone: "Europe/Berlin", summary: "a" }, /`timezone` says how/],
  ])("refuses %s", (_what, update, says) => {
    expect(() => readUpdate(update)).toThrow(says);
    expect(() => readUpdate(update)).toThrow(/nothing was changed/i);
  });
});
