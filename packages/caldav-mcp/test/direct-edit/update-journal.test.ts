import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { journal } from "../behaviour/objects.ts";
import { type Desk, shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import { idOf, JOURNAL, linesOf, taskDesk } from "./desk.ts";

const update = async (desk: Desk, args: Record<string, unknown>) =>
  shown(await desk.call("update_journal", { id: idOf(desk, "journal.ics"), ...args }));

const descriptions = (desk: Desk): string[] =>
  linesOf(desk, "journal.ics").filter((line) => line.startsWith("DESCRIPTION"));

describe("update_journal", () => {
  it("changes the fields that are given, and says what they held", async () => {
    await using desk = await taskDesk();
    expect(
      await update(desk, { summary: "Dress rehearsal", status: "final", date: "2026-09-11" }),
    ).toMatchObject({
      updated: true,
      id: idOf(desk, "journal.ics"),
      calendar_id: `${desk.sandbox.home}events/`,
      date: { value: "2026-09-11", all_day: true },
      weekday: "Friday",
      status: "final",
      recurring: false,
      verified: true,
      replaced: {
        status: null,
        date: { value: "2026-09-10", all_day: true },
        untrusted_text: { summary: "Rehearsal" },
      },
      notes: [],
    });
    expect(linesOf(desk, "journal.ics")).toEqual(
      expect.arrayContaining([
        "SUMMARY:Dress rehearsal",
        "STATUS:FINAL",
        "DTSTART;VALUE=DATE:20260911",
        "X-FOO:bar",
      ]),
    );
  });

  it("keeps every description while another field is changed", async () => {
    await using desk = await taskDesk();
    await update(desk, { categories: ["music"] });
    expect(descriptions(desk)).toEqual(["DESCRIPTION:First part", "DESCRIPTION:Second part"]);
  });

  it("puts one description in the place of all of them, and hands all of them back", async () => {
    await using desk = await taskDesk();
    expect((await update(desk, { description: "Both" }))["replaced"]).toEqual({
      untrusted_text: { descriptions: ["First part", "Second part"] },
    });
    expect(descriptions(desk)).toEqual(["DESCRIPTION:Both"]);
  });

  it("takes all of them away", async () => {
    await using desk = await taskDesk();
    await update(desk, { description: null });
    expect(descriptions(desk)).toEqual([]);
    expect((await update(desk, { description: "New" }))["replaced"]).toEqual({
      untrusted_text: { descriptions: null },
    });
  });

  it("takes the date away", async () => {
    await using desk = await taskDesk();
    const result = await update(desk, { date: null });
    expect(result).not.toHaveProperty("date");
    expect(desk.stored("journal.ics")).not.toContain("DTSTART");
  });

  it("writes nothing when everything is like this already", async () => {
    await using desk = await taskDesk();
    expect(await update(desk, { summary: "Rehearsal", date: "2026-09-10" })).toMatchObject({
      updated: false,
      replaced: {},
    });
    expect(desk.stored("journal.ics")).toBe(JOURNAL);
  });

  it("drops an empty date with whatever else is written (F107)", async () => {
    await using desk = await taskDesk();
    desk.seed("journal.ics", journal("journal@example.org", "SUMMARY:x\nCREATED:"));
    await update(desk, { summary: "y" });
    expect(desk.stored("journal.ics")).not.toContain("CREATED");
  });

  it.each(["2025", "2026"] as const)("asks nobody on %s", async (era) => {
    await using desk = await taskDesk({ era });
    await update(desk, { description: "Both" });
    expect(desk.person.questions).toEqual([]);
  });
});

describe("update_journal refuses, and changes nothing,", () => {
  const CASES: Record<string, [Record<string, unknown>, RegExp]> = {
    "a call without a field": [{}, /at least one field/],
    "a zone without a date": [{ timezone: "Europe/Berlin" }, /`timezone` says how a time is read/],
    "control characters (F116)": [{ description: "x\rATTENDEE:mailto:b@example.org" }, /control characters/],
  };
  it.each(Object.entries(CASES))("%s", async (_name, [args, says]) => {
    await using desk = await taskDesk();
    const result = await desk.call("update_journal", { id: idOf(desk, "journal.ics"), ...args });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(textOf(result)).toMatch(/nothing was changed/i);
    expect(desk.stored("journal.ics")).toBe(JOURNAL);
  });

  it("the id of a task", async () => {
    await using desk = await taskDesk();
    const result = await desk.call("update_journal", { id: idOf(desk, "plain.ics"), summary: "x" });
    expect(textOf(result)).toMatch(/not name a journal entry/);
  });

  it("when somebody was faster, and says what the entry is now", async () => {
    await using desk = await taskDesk();
    const theirs = journal(
      "journal@example.org",
      "SUMMARY:Cancelled\nDTSTART;VALUE=DATE:20260915\nSTATUS:CANCELLED",
    );
    desk.proxy.bend(
      { method: "PUT" },
      bad.after(() => desk.seed("journal.ics", theirs)),
    );
    const result = await desk.call("update_journal", { id: idOf(desk, "journal.ics"), summary: "x" });
    expect(textOf(result)).toMatch(
      /nothing was changed.*It is dated 2026-09-15 now, with status cancelled\./,
    );
    expect(desk.stored("journal.ics")).toBe(theirs);
  });
});
