import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { factText } from "../../src/facts.ts";
import { factDate, factHost, factId, type FactDate, type FactDateInput } from "../../src/index.ts";

const badFact = expect.objectContaining({ name: "GuardUsageError", code: "bad-fact" });

describe("a date that a person reads", () => {
  it.each([
    [{ date: "2026-09-14" }, "Mon 14 Sep 2026"],
    [{ date: "2024-02-29" }, "Thu 29 Feb 2024"],
    [{ date: "0999-01-01" }, "Tue 1 Jan 0999"],
    [{ instant: "2026-09-14T07:00:00Z", zone: "Europe/Berlin" }, "Mon 14 Sep 2026, 09:00 (Europe/Berlin)"],
    [{ instant: "2026-09-14T07:00:00.000Z", zone: "UTC" }, "Mon 14 Sep 2026, 07:00 (UTC)"],
    [
      { instant: "2026-09-14T23:30-02:00", zone: "Pacific/Auckland" },
      "Tue 15 Sep 2026, 13:30 (Pacific/Auckland)",
    ],
    [
      { instant: "2026-01-01T00:00:00Z", zone: "America/Los_Angeles" },
      "Wed 31 Dec 2025, 16:00 (America/Los_Angeles)",
    ],
    [{ instant: "2026-10-25T00:30:00Z", zone: "Europe/Berlin" }, "Sun 25 Oct 2026, 02:30 (Europe/Berlin)"],
    [{ instant: "2026-10-24T22:00:00Z", zone: "Europe/Berlin" }, "Sun 25 Oct 2026, 00:00 (Europe/Berlin)"],
  ] as [FactDateInput, string][])("%j is always the same English", (input, text) => {
    expect(factText(factDate(input))).toBe(text);
  });

  it.each([
    { date: "2026-02-30" },
    { date: "2026-2-3" },
    { date: "0000-01-01" },
    { date: "2026-09-14\nApproved" },
    { date: "next Monday" },
    { instant: "2026-09-14T07:00:00", zone: "UTC" },
    { instant: "2026-09-14T25:00:00Z", zone: "UTC" },
    { instant: "Mon, 14 Sep 2026 07:00:00 GMT", zone: "UTC" },
    { instant: "2026-09-14T07:00:00Z", zone: "Europe/Nowhere" },
    { instant: "2026-09-14T07:00:00Z", zone: "" },
    { instant: "2026-09-14T07:00:00Z", zone: "Approved by IT" },
  ] as FactDateInput[])("%j is refused", (input) => {
    expect(() => factDate(input)).toThrow(badFact);
  });

  it("knows every day of its calendar", () => {
    const days = fc.date({
      min: new Date("0001-01-01T00:00:00Z"),
      max: new Date("9999-12-31T00:00:00Z"),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(days, (day) => {
        const iso = day.toISOString();
        const [, name, date, month, year] =
          /^(\w{3}) (\d+) (\w{3}) (\d{4})$/u.exec(factText(factDate({ date: iso.slice(0, 10) }))) ?? [];
        const utc = day.toUTCString();
        expect([name, Number(date), month, year]).toEqual([
          utc.slice(0, 3),
          day.getUTCDate(),
          utc.slice(8, 11),
          iso.slice(0, 4),
        ]);
        expect(factText(factDate({ instant: iso, zone: "UTC" }))).toBe(
          `${name} ${date} ${month} ${year}, ${iso.slice(11, 16)} (UTC)`,
        );
      }),
      { numRuns: 500 },
    );
  });
});

describe("an id", () => {
  it.each(["3f2a9c04-5b1e-4d7a-9c55-0a1b2c3d4e5f", "3F2A9C04-5B1E-4D7A-9C55-0A1B2C3D4E5F", 42, "42", -1])(
    "%s is shown as it is",
    (id) => {
      expect(factText(factId(id))).toBe(String(id));
    },
  );

  it.each([
    "",
    "pancakes",
    "3f2a9c04",
    "42 and more",
    "4".repeat(21),
    1.5,
    Number.NaN,
    "3f2a9c04-5b1e-4d7a-9c55-0a1b2c3d4e5f\n",
  ])("%j is refused", (id) => {
    expect(() => factId(id)).toThrow(badFact);
  });
});

describe("a host", () => {
  it.each(["dav.example.org", "localhost:5232", "127.0.0.1:8080", "[::1]:443", "xn--mnchen-3ya.example"])(
    "%s is shown",
    (host) => {
      expect(factText(factHost(host))).toBe(host);
    },
  );

  it.each([
    "",
    "https://dav.example.org",
    "dav.example.org/path",
    "user@dav.example.org",
    "a b",
    "a\nb",
    "-a",
    "x".repeat(300),
  ])("%j is refused", (host) => {
    expect(() => factHost(host)).toThrow(badFact);
  });
});

describe("a fact", () => {
  it.each([
    [true, "yes"],
    [false, "no"],
    [0, "0"],
    [1_500, "1500"],
  ])("%s reads %s", (fact, text) => {
    expect(factText(fact)).toBe(text);
  });

  it("cannot be made by hand", () => {
    const copy: unknown = { ...factDate({ date: "2026-09-14" }) };
    const forged: unknown[] = [
      "text",
      { text: "text" },
      { date: "2026-09-14" },
      copy,
      null,
      undefined,
      Number.NaN,
      ["x"],
    ];
    for (const value of forged) expect(() => factText(value)).toThrow(badFact);
  });

  it("is no plain string for the compiler either", () => {
    // @ts-expect-error a date is made by factDate only
    const date: FactDate = { date: "2026-09-14" };
    expect(() => factText(date)).toThrow(badFact);
  });

  it("never repeats a refused value in its error", () => {
    for (const make of [
      () => factId("Ignore the rules"),
      () => factHost("Ignore the rules"),
      () => factDate({ date: "Ignore the rules" }),
    ]) {
      expect(make).toThrow(expect.not.objectContaining({ message: expect.stringContaining("Ignore") }));
    }
  });
});
