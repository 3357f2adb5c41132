import { expect, it } from "vitest";

import { todayIn } from "../src/today.ts";

it.each([
  ["UTC", "2026-09-13", "Sunday"],
  ["Pacific/Auckland", "2026-09-14", "Monday"],
  ["America/Los_Angeles", "2026-09-13", "Sunday"],
  ["Asia/Kathmandu", "2026-09-14", "Monday"],
])("says in %s which day it is there, not where this computer stands", (zone, date, weekday) => {
  const clock = { wallClock: () => Date.UTC(2026, 8, 13, 18, 30) };
  expect(todayIn(zone, { clock })).toEqual({ date, weekday, zone });
});

it("writes the year with four digits", () => {
  const clock = { wallClock: () => Date.UTC(2000, 0, 1) - 1500 * 365.25 * 86_400_000 };
  expect(todayIn("UTC", { clock }).date).toMatch(/^0[0-9]{3}-[0-9]{2}-[0-9]{2}$/);
});
