import { untrustedResult } from "confirm-guard";
import { textOf } from "confirm-guard/testing";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { replaced as replacedSchema } from "../../src/tools/schemas.ts";
import { overwritten } from "../../src/editing/overwritten.ts";
import type { ReplacedField } from "../../src/editing/replaced.ts";
import { readDocument } from "../../src/ical/document.ts";
import { event, journal, todo } from "../behaviour/objects.ts";
import { type Desk, openDesk, shown } from "../deviations/desk.ts";
import { idOf as taskId, taskDesk } from "../direct-edit/desk.ts";

const view = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };
const START = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z";

/** What a change that takes away all lines of these fields would have to give back as they were written. */
function asWrittenOf(text: string, fields: ReplacedField[], after = ""): string[] | undefined {
  const before = readDocument(text);
  const component = before.master ?? before.overrides[0];
  if (component === undefined) throw new Error("no component");
  const empty = readDocument(after === "" ? event("a@example.org", START) : after);
  const replaced = overwritten({
    before,
    after: [empty],
    changes: [{ held: { document: before, component, view }, fields }],
  });
  const { structuredContent } = untrustedResult({ replaced }, { source: "caldav" });
  const parsed = replacedSchema.strict().parse(structuredContent?.["replaced"]);
  return parsed.untrusted_text?.as_written;
}

const alarm = (...lines: string[]): string =>
  ["BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", ...lines, "END:VALARM"].join("\n");

describe("what the values of an answer say in full needs no lines", () => {
  it.each<[string, ReplacedField[]]>([
    [
      "SUMMARY:Lunch\\, with soup\nLOCATION:Here\nDESCRIPTION:One\\ntwo",
      ["summary", "location", "description"],
    ],
    ["CATEGORIES:a,b\nCATEGORIES:c", ["categories"]],
    ["STATUS:confirmed\nPRIORITY:5\nTRANSP:OPAQUE", ["status", "priority", "transparent"]],
    ["TRANSP:TRANSPARENT\nPRIORITY:0\nSUMMARY:", ["transparent", "priority", "summary"]],
    ["RRULE:INTERVAL=2;FREQ=WEEKLY;BYDAY=MO\nEXDATE:20260921T090000Z,20261005T090000Z", ["recurrence"]],
    ["RRULE:FREQ=DAILY;COUNT=5\nRDATE:20261001T090000Z", ["recurrence"]],
    [alarm("DESCRIPTION:Reminder", "UID:1", "ACKNOWLEDGED:20260101T000000Z"), ["reminders"]],
    ["DTSTAMP:20260101T000000Z\nX-FOO:bar\nATTACH:https://example.org/a\nRELATED-TO:b", ["start", "end"]],
  ])("%j", (lines, fields) => {
    expect(asWrittenOf(event("a@example.org", `${START}\n${lines}`), fields)).toBeUndefined();
  });

  it("nor does what is still there afterwards", () => {
    const text = event("a@example.org", `${START}\nSUMMARY;LANGUAGE=en:Lunch\n${alarm("DESCRIPTION:Soup")}`);
    expect(asWrittenOf(text, ["summary", "reminders"], text)).toBeUndefined();
  });
});

describe("lines that say more than the values of an answer are given as they were written", () => {
  it.each<[string, string, ReplacedField[], string[]]>([
    ["a parameter", "SUMMARY;LANGUAGE=en:Lunch", ["summary"], ["SUMMARY;LANGUAGE=en:Lunch"]],
    [
      "another form of a text",
      'DESCRIPTION;ALTREP="cid:1":One',
      ["description"],
      ['DESCRIPTION;ALTREP="cid:1":One'],
    ],
    ["a word that no field knows", "STATUS:WAITING", ["status"], ["STATUS:WAITING"]],
    ["a number that is none", "PRIORITY:12", ["priority"], ["PRIORITY:12"]],
    ["another way of being free", "TRANSP:TENTATIVE", ["transparent"], ["TRANSP:TENTATIVE"]],
    ["a second title", "SUMMARY:A\nSUMMARY:B", ["summary"], ["SUMMARY:A", "SUMMARY:B"]],
    [
      "the text of a reminder",
      alarm("DESCRIPTION:Take the pills"),
      ["reminders"],
      [alarm("DESCRIPTION:Take the pills")],
    ],
    [
      "what a program stored in a reminder",
      alarm("DESCRIPTION:Reminder", "X-SOUND:bell"),
      ["reminders"],
      [alarm("DESCRIPTION:Reminder", "X-SOUND:bell")],
    ],
    [
      "a part of a rule that is not known",
      "RRULE:FREQ=DAILY;X-PART=1;COUNT=5",
      ["recurrence"],
      ["RRULE:FREQ=DAILY;X-PART=1;COUNT=5"],
    ],
    [
      "a rule that cannot be followed",
      "RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L",
      ["recurrence"],
      ["RRULE:RSCALE=HEBREW;FREQ=YEARLY;BYMONTH=5L"],
    ],
    [
      "the length of an extra date",
      "RRULE:FREQ=DAILY;COUNT=5\nRDATE;VALUE=PERIOD:20261001T090000Z/PT3H",
      ["recurrence"],
      ["RDATE;VALUE=PERIOD:20261001T090000Z/PT3H"],
    ],
    [
      "a rule of exclusions",
      "RRULE:FREQ=DAILY;COUNT=5\nEXRULE:FREQ=WEEKLY",
      ["recurrence"],
      ["RRULE:FREQ=DAILY;COUNT=5", "EXRULE:FREQ=WEEKLY"],
    ],
    [
      "a date that cannot be read",
      "RRULE:FREQ=DAILY;COUNT=5\nEXDATE:20260915T090000Z\nEXDATE:tomorrow",
      ["recurrence"],
      ["EXDATE:20260915T090000Z", "EXDATE:tomorrow"],
    ],
  ])("%s", (_what, lines, fields, written) => {
    expect(asWrittenOf(event("a@example.org", `${START}\n${lines}`), fields)).toEqual(written);
  });

  it("of a task and a journal entry as well", () => {
    expect(
      asWrittenOf(todo("a@example.org", "PERCENT-COMPLETE:150\nCOMPLETED:some day"), [
        "percent_complete",
        "completed",
      ]),
    ).toEqual(["PERCENT-COMPLETE:150", "COMPLETED:some day"]);
    expect(
      asWrittenOf(journal("a@example.org", "DESCRIPTION:One\nDESCRIPTION;LANGUAGE=de:Zwei"), ["description"]),
    ).toEqual(["DESCRIPTION;LANGUAGE=de:Zwei"]);
  });

  it("of more dates than an answer names", () => {
    const dates = Array.from({ length: 101 }, (_, day) => new Date(Date.UTC(2026, 8, 15 + day, 9)));
    const line = `EXDATE:${dates.map((date) => date.toISOString().replaceAll(/[-:]|\.\d+/g, "")).join(",")}`;
    expect(
      asWrittenOf(event("a@example.org", `${START}\nRRULE:FREQ=DAILY\n${line}`), ["recurrence"]),
    ).toEqual([line]);
  });

  it("whatever a line is: it is told by a value, stands there as written, or the change is refused", () => {
    const name = fc.constantFrom("SUMMARY", "STATUS", "CATEGORIES", "PRIORITY", "RRULE", "EXDATE", "TRANSP");
    const params = fc.constantFrom("", ";X-A=b", ";LANGUAGE=en", ";VALUE=PERIOD", ';X-Q="a:b"');
    const value = fc.stringMatching(/^[A-Za-z0-9,;=/ ]{1,20}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(name, params, value), { maxLength: 6 }), (parts) => {
        const lines = parts.map((part) => `${part[0]}${part[1]}:${part[2]}`);
        const fields: ReplacedField[] = [
          "summary",
          "status",
          "categories",
          "priority",
          "recurrence",
          "transparent",
        ];
        const written = asWrittenOf(event("a@example.org", [START, ...lines].join("\n")), fields) ?? [];
        const parameters = lines.filter((line) => /^[A-Z]+;/.test(line) && !line.startsWith("EXDATE"));
        expect(written).toEqual(expect.arrayContaining(parameters));
        expect(lines).toEqual(expect.arrayContaining(written));
      }),
    );
  });
});

describe("a change that would overwrite more than an answer can give back", () => {
  const many = Array.from({ length: 201 }, (_, number) => `COMMENT:x\nCATEGORIES;X-N=${number}:c${number}`);

  it("is refused before anything is written", async () => {
    await using desk = await taskDesk();
    const text = todo("plain@example.org", ["SUMMARY:Much", ...many].join("\n"));
    desk.seed("plain.ics", text);
    const result = await desk.call("update_task", { id: taskId(desk, "plain.ics"), categories: ["one"] });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/more than an answer can give back.*Nothing was changed/);
    expect(desk.stored("plain.ics")).toBe(text);
    expect(
      shown(await desk.call("update_task", { id: taskId(desk, "plain.ics"), summary: "x" })),
    ).toMatchObject({
      updated: true,
    });
  });
});

describe("a text that is longer than an answer", () => {
  it.each<[string, ReplacedField]>([
    ["DESCRIPTION", "description"],
    ["CATEGORIES", "categories"],
  ])("is not overwritten where it stands in %s, and everything else is", async (name, field) => {
    await using desk = await taskDesk();
    const text = todo("plain@example.org", `SUMMARY:Much\n${name}:${"x".repeat(50_001)}`);
    desk.seed("plain.ics", text);
    const id = taskId(desk, "plain.ics");
    const args = field === "categories" ? { categories: ["one"] } : { description: "one" };
    const result = await desk.call("update_task", { id, ...args });
    expect(textOf(result)).toMatch(/more than an answer can give back.*Nothing was changed/);
    expect(desk.stored("plain.ics")).toBe(text);
    expect(shown(await desk.call("update_task", { id, summary: "x" }))).toMatchObject({ updated: true });
  });

  it("counts once what many occurrences say alike", () => {
    const long = `DESCRIPTION:${"x".repeat(30_000)}`;
    const own = (day: number): string =>
      `RECURRENCE-ID:202609${day}T090000Z\nDTSTART:202609${day}T110000Z\n${long}`;
    const series = event("a@example.org", `${START}\nRRULE:FREQ=DAILY\n${long}`, own(15), own(16));
    expect(asWrittenOf(series, ["description"])).toBeUndefined();
  });
});

describe("the answer of a change", () => {
  const asWritten = (result: Record<string, unknown>): unknown =>
    (result["replaced"] as { untrusted_text?: Record<string, unknown> }).untrusted_text?.["as_written"];
  const eventId = async (desk: Desk, recurrence?: string): Promise<string> => {
    const listed = shown(await desk.call("list_events", { from: "2026-09-01", to: "2026-09-30" }));
    const [first] = listed["events"] as { id: string }[];
    const series = first?.id.split(".").slice(0, 3).join(".") ?? "";
    return recurrence === undefined
      ? series
      : `${series}.${Buffer.from(recurrence, "utf8").toString("base64url")}`;
  };

  it("gives back the text of a reminder that goes", async () => {
    await using desk = await openDesk();
    desk.seed("a.ics", event("a@example.org", `${START}\n${alarm("DESCRIPTION:Take the pills")}`));
    const result = shown(await desk.call("update_event", { id: await eventId(desk), reminders: null }));
    expect(result["replaced"]).toMatchObject({ reminders: [{ minutes_before: 15 }] });
    expect(asWritten(result)).toEqual([alarm("DESCRIPTION:Take the pills")]);
  });

  it("gives back what one occurrence held when its series is changed by its id", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    const own =
      "RECURRENCE-ID:20260915T090000Z\nDTSTART:20260915T090000Z\nDTEND:20260915T100000Z\nSUMMARY:Special";
    desk.seed("a.ics", event("a@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Daily`, own));
    const args = { id: await eventId(desk, "20260915T090000Z"), scope: "entire_series", summary: "New" };
    const result = shown(await desk.call("update_event", args));
    expect(desk.stored("a.ics")).not.toContain("Special");
    expect(result["replaced"]).toMatchObject({ untrusted_text: { summary: "Daily" } });
    expect(asWritten(result)).toEqual(["SUMMARY:Special"]);
  });

  it.each<[string, string, string, Record<string, unknown>, string]>([
    ["a title that is a number", "SUMMARY:Daily", "SUMMARY:0", { summary: "New" }, "SUMMARY:0"],
    [
      "a place with a word of another field",
      "LOCATION:Room",
      "LOCATION:Opaque",
      { location: "New" },
      "LOCATION:Opaque",
    ],
    [
      "its own reminder",
      alarm(),
      alarm().replace("-PT15M", "-PT1H"),
      { reminders: [{ minutes_before: 5 }] },
      alarm().replace("-PT15M", "-PT1H"),
    ],
    ["a reminder that its series has not got", "X-FOO:bar", alarm(), { reminders: null }, alarm()],
  ])(
    "gives back %s of an occurrence by which its series is changed",
    async (_what, series, own, change, written) => {
      await using desk = await openDesk({ script: ["yes"] });
      const override = "RECURRENCE-ID:20260915T090000Z\nDTSTART:20260915T090000Z\nDTEND:20260915T100000Z";
      desk.seed(
        "a.ics",
        event("a@example.org", `${START}\nRRULE:FREQ=DAILY;COUNT=3\n${series}`, `${override}\n${own}`),
      );
      const args = { id: await eventId(desk, "20260915T090000Z"), scope: "entire_series", ...change };
      expect(asWritten(shown(await desk.call("update_event", args)))).toEqual([written]);
    },
  );

  it("gives back a state that no field knows when a task is completed", async () => {
    await using desk = await taskDesk();
    desk.seed("plain.ics", todo("plain@example.org", "SUMMARY:Buy bread\nSTATUS:WAITING"));
    const result = shown(await desk.call("complete_task", { id: taskId(desk, "plain.ics") }));
    expect(result["replaced"]).toMatchObject({ status: null });
    expect(asWritten(result)).toEqual(["STATUS:WAITING"]);
  });

  it("gives back all lines of a journal entry that its texts do not say", async () => {
    await using desk = await taskDesk();
    desk.seed("journal.ics", journal("journal@example.org", "DESCRIPTION:One\nDESCRIPTION;LANGUAGE=de:Zwei"));
    const args = { id: taskId(desk, "journal.ics"), description: "Three" };
    const result = shown(await desk.call("update_journal", args));
    expect(result["replaced"]).toMatchObject({ untrusted_text: { descriptions: ["One", "Zwei"] } });
    expect(asWritten(result)).toEqual(["DESCRIPTION;LANGUAGE=de:Zwei"]);
  });
});
