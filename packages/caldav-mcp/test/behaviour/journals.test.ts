import { type Connection, connect, scriptedPerson } from "confirm-guard/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";
import { againstEveryServer, newCalendar, onServer, type TestCalendar } from "./against-every-server.ts";
import { answerOf } from "./answers.ts";
import { journal } from "./objects.ts";

type Journal = {
  id: string;
  date?: { value: string; all_day: boolean };
  weekday?: string;
  recurring: boolean;
  untrusted_text: { summary?: string; descriptions?: string[]; categories?: string[] };
};
type Listed = { journals: Journal[]; count: number; cursor?: string };
type Created = Journal & { verified: boolean; notes: string[] };

const STORED: Record<string, string> = {
  undated: "SUMMARY:undated",
  day: "DTSTART;VALUE=DATE:20260914\nSUMMARY:day\nDESCRIPTION:One\\nmore\nCATEGORIES:a,b",
  time: "DTSTART;TZID=Europe/Berlin:20260915T220000\nSUMMARY:time\nSTATUS:FINAL",
  recurring: "DTSTART;VALUE=DATE:20260907\nRRULE:FREQ=WEEKLY;COUNT=3\nSUMMARY:recurring",
};

againstEveryServer((server, name) => {
  describe("the tools for journal entries, by the built program", () => {
    const person = scriptedPerson(Array.from({ length: 20 }, () => "yes" as const));
    const calendars = new Map<string, TestCalendar>();
    let connection: Connection;
    beforeAll(async () => {
      for (const purpose of ["stored", "new", "several"])
        calendars.set(purpose, await newCalendar(server(), ["VJOURNAL"]));
      calendars.set("events", await newCalendar(server(), ["VEVENT"]));
      for (const [entry, lines] of Object.entries(STORED))
        await server().put(calendar("stored").object(`${entry}.ics`), journal(`${entry}@example.org`, lines));
      const env = { CALDAV_TIMEZONE: "Europe/Berlin", TZ: "Pacific/Auckland" };
      connection = await connect(startCaldavMcp(server(), { env }), { era: "2026", person });
    });
    afterAll(() => connection.close());

    const calendar = (purpose: string): TestCalendar => {
      const made = calendars.get(purpose);
      if (made === undefined) throw new Error(`There is no calendar for ${purpose}.`);
      return made;
    };
    const call = (tool: string, args: Record<string, unknown>) => answerOf(connection, tool, args);
    const list = async (args: Record<string, unknown> = {}, purpose = "stored"): Promise<Listed> =>
      (await call("list_journals", { calendars: [calendar(purpose).id], ...args })) as unknown as Listed;
    const summaries = ({ journals }: Listed): (string | undefined)[] =>
      journals.map(({ untrusted_text: { summary } }) => summary);
    const create = async (entry: Record<string, unknown>): Promise<Created> =>
      (await call("create_journal", {
        calendar_id: calendar("new").id,
        summary: "Made here",
        ...entry,
      })) as unknown as Created;
    const detail = async (id: string): Promise<Journal> =>
      (await call("get_journal", { id }))["journal"] as Journal;

    it("lists the latest first and undated ones last", async () => {
      const listed = await list();
      expect(summaries(listed)).toEqual(["time", "day", "recurring", "undated"]);
      expect(listed.journals[0]).toMatchObject({
        date: { value: "2026-09-15T22:00:00+02:00" },
        weekday: "Tuesday",
        status: "final",
      });
      expect(listed.journals[1]?.date).toEqual({ value: "2026-09-14", all_day: true });
    });

    it("filters by date, both days included, and pages", async () => {
      const days = { from: "2026-09-14", to: "2026-09-15" };
      expect(summaries(await list(days))).toEqual(["time", "day", "undated"]);
      const first = await list({ ...days, include_undated: false, limit: 1 });
      expect(summaries(first)).toEqual(["time"]);
      const second = await list({ cursor: first.cursor, limit: 1 });
      expect([summaries(second), second.cursor]).toEqual([["day"], undefined]);
    });

    it("shows what stands in an entry", async () => {
      const { journals } = await list();
      const day = await detail(journals[1]?.id ?? "");
      expect(day.untrusted_text).toEqual({
        summary: "day",
        descriptions: ["One\nmore"],
        categories: ["a", "b"],
      });
    });

    it("keeps every description of an entry", async () => {
      const several = journal("several@example.org", "SUMMARY:several\nDESCRIPTION:One\nDESCRIPTION:Two");
      const put = server().put(calendar("several").object("several.ics"), several);
      // RFC 5545 section 3.6.3 allows it; not every server does.
      const outcome = await put.then(
        () => "stored",
        () => "refused",
      );
      expect(outcome).toBe(onServer(name, "stored", { radicale: "refused", cyrus: "refused" }));
      const details = (await list({}, "several")).journals.map(({ id }) => detail(id));
      const descriptions = (await Promise.all(details)).map(
        ({ untrusted_text: texts }) => texts.descriptions,
      );
      expect(descriptions).toEqual(outcome === "stored" ? [["One", "Two"]] : []);
    });

    it.each<[string, Record<string, unknown>, string | undefined]>([
      ["without a date", {}, undefined],
      ["of a day", { date: "2026-10-01" }, "2026-10-01"],
      ["of a moment", { date: "2026-10-01T21:30" }, "2026-10-01T21:30:00+02:00"],
      [
        "of a moment elsewhere",
        { date: "2026-10-01T21:30", timezone: "America/New_York" },
        "2026-10-01T21:30:00-04:00",
      ],
    ])("creates an entry %s and lists it until it is deleted", async (_what, entry, date) => {
      const made = await create(entry);
      expect(made).toMatchObject({ verified: true, notes: [] });
      expect(made.date?.value).toBe(date);
      const { journals } = await list({ timezone: entry["timezone"] }, "new");
      expect(journals.map(({ id, date: its }) => [id, its?.value])).toEqual([[made.id, date]]);
      expect(await call("delete_journal", { id: made.id })).toMatchObject({ deleted: 1 });
      expect(JSON.stringify(person.questions.at(-1))).toContain("delete a journal entry");
      expect((await list({}, "new")).journals).toEqual([]);
    });

    it("stores a long text as it was given", async () => {
      const description = "Dear diary; today, 😀\n".repeat(400).trim();
      const made = await create({ description, categories: ["x"] });
      expect((await detail(made.id)).untrusted_text).toMatchObject({
        descriptions: [description],
        categories: ["x"],
      });
      await call("delete_journal", { id: made.id });
    });

    it("deletes several on one question", async () => {
      const ids = [(await create({})).id, (await create({ date: "2026-10-01" })).id];
      const asked = person.questions.length;
      expect(await call("delete_journal", { ids })).toMatchObject({ deleted: 2 });
      expect(person.questions).toHaveLength(asked + 1);
      expect((await list({}, "new")).journals).toEqual([]);
    });

    it("refuses a calendar that takes no journal entries, and names those that do (F108)", async () => {
      const refusal = create({ calendar_id: calendar("events").id });
      if (onServer(name, false, { xandikos: true })) {
        // It says of every calendar that it takes everything.
        await call("delete_journal", { id: (await refusal).id });
        return;
      }
      await expect(refusal).rejects.toThrow(
        /takes no journal entries\. These do: ".*"\. Nothing was changed\.$/,
      );
      expect(await server().list(calendar("events").name)).toEqual([]);
    });
  });
});
