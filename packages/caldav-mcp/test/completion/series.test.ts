import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { CaldavError } from "../../src/errors.ts";
import { readDocument } from "../../src/ical/document.ts";
import { linesIn } from "../../src/ical/line-table.ts";
import { editCompletion, type CompletionOutcome } from "../../src/ical/edit/completion-series.ts";
import { nextOpen } from "../../src/ical/next-open.ts";
import { viewerZone } from "../../src/ical/view.ts";

const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set(["me@example.org"]) };
const START = Date.UTC(2026, 8, 14, 7);
const DONE_LINES = ["STATUS:COMPLETED", "COMPLETED:20260914T070000Z", "PERCENT-COMPLETE:100"];
const FIRST = "20260907T090000";

const WEEKLY = [
  "DTSTAMP:20260901T000000Z",
  "SUMMARY;LANGUAGE=en:Water the plants",
  "DTSTART;TZID=Europe/Berlin:20260907T090000",
  "DUE;TZID=Europe/Berlin:20260907T180000",
  "RRULE:FREQ=WEEKLY;COUNT=3",
  "X-APPLE-SORT-ORDER:17",
  "STATUS:NEEDS-ACTION",
  "BEGIN:VALARM",
  "ACTION:DISPLAY",
  "DESCRIPTION:Reminder",
  "TRIGGER:-PT15M",
  "END:VALARM",
];

function objectOf(...components: string[][]): string {
  const todos = components.flatMap((lines) => [
    "BEGIN:VTODO",
    "UID:series@example.org",
    ...lines,
    "END:VTODO",
  ]);
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", ...todos, "END:VCALENDAR", ""].join("\r\n");
}

async function edit(
  text: string,
  request: { recurrence?: string; done?: boolean } = {},
  now = START,
): Promise<CompletionOutcome> {
  const options = { now, view: VIEW, viewer: viewerZone(VIEW.zone) };
  const { recurrence, done = true } = request;
  return editCompletion(readDocument(text), { recurrence, done }, options);
}

const complete = async (text: string, recurrence?: string, now = START): Promise<string> =>
  (await edit(text, { ...(recurrence !== undefined && { recurrence }) }, now)).text;
const reopen = async (text: string, recurrence?: string): Promise<string> =>
  (await edit(text, { ...(recurrence !== undefined && { recurrence }), done: false })).text;

function nextOf(text: string): string {
  const next = nextOpen(readDocument(text), VIEW);
  return next.kind === "open" ? (next.occurrence.recurrence ?? "the task") : next.kind;
}

/** The lines of each component, without the stamps that every edit sets. */
function componentsOf(text: string): string[][] {
  const { components, lines } = readDocument(text);
  return components.map(({ node }) =>
    linesIn(lines, node.first + 1, node.last - 1)
      .filter(({ name }) => !["DTSTAMP", "LAST-MODIFIED", "SEQUENCE"].includes(name))
      .map(({ content }) => content),
  );
}

describe("a task that does not recur", () => {
  const PLAIN = ["DTSTAMP:20260901T000000Z", "SUMMARY:x", "DUE;VALUE=DATE:20260910", "X-FOO:bar"];

  it("gets status, time in UTC and percentage in one edit (F101)", async () => {
    const { text, changed, recurrence } = await edit(objectOf(PLAIN));
    expect([changed, recurrence]).toEqual([true, undefined]);
    expect(componentsOf(text)[0]).toEqual(expect.arrayContaining(DONE_LINES));
  });

  it("keeps every other line, and its order", async () => {
    const [lines = []] = componentsOf(await complete(objectOf(PLAIN)));
    expect(lines.filter((line) => !DONE_LINES.includes(line))).toEqual([
      "UID:series@example.org",
      "SUMMARY:x",
      "DUE;VALUE=DATE:20260910",
      "X-FOO:bar",
    ]);
  });

  it("is not written when it is completed already, and keeps when that was", async () => {
    const done = objectOf([...PLAIN, "STATUS:COMPLETED", "COMPLETED:20260901T080000Z"]);
    expect(await edit(done)).toEqual({ text: done, changed: false, recurrence: undefined });
  });

  it("comes back as it was when it is reopened", async () => {
    const before = objectOf([...PLAIN, "STATUS:NEEDS-ACTION"]);
    expect(componentsOf(await reopen(await complete(before)))).toEqual(componentsOf(before));
  });

  it("loses an empty date when it is written (F107)", async () => {
    expect(await complete(objectOf([...PLAIN, "CREATED:"]))).not.toContain("CREATED");
  });

  it("writes a local time of completion in UTC (F101)", async () => {
    const local = objectOf([...PLAIN, "STATUS:COMPLETED", "COMPLETED;TZID=Europe/Berlin:20260901T100000"]);
    expect(componentsOf(await complete(local))[0]).toContain("COMPLETED:20260901T080000Z");
  });
});

describe("a recurring task", () => {
  it("has one occurrence done and the next one open (F105)", async () => {
    const text = await complete(objectOf(WEEKLY));
    expect(nextOf(text)).toBe("20260914T090000");
    const [series, done] = componentsOf(text);
    expect(series).toEqual(componentsOf(objectOf(WEEKLY))[0]);
    expect(done).toEqual(
      expect.arrayContaining([
        "RECURRENCE-ID;TZID=Europe/Berlin:20260907T090000",
        "DTSTART;TZID=Europe/Berlin:20260907T090000",
        "DUE;TZID=Europe/Berlin:20260907T180000",
        "SUMMARY;LANGUAGE=en:Water the plants",
        "X-APPLE-SORT-ORDER:17",
        ...DONE_LINES,
      ]),
    );
    expect(done?.join("\n")).not.toMatch(/RRULE|NEEDS-ACTION/);
  });

  it("is completed as a whole with its last occurrence", async () => {
    const two = await complete(await complete(objectOf(WEEKLY)));
    expect(componentsOf(two)[0]).toContain("STATUS:NEEDS-ACTION");
    const three = await complete(two);
    expect(nextOf(three)).toBe("none");
    expect(componentsOf(three)[0]).toEqual(expect.arrayContaining(DONE_LINES));
    expect((await edit(three)).changed).toBe(false);
  });

  it("completes the occurrence that is named, and leaves earlier ones open", async () => {
    const text = await complete(objectOf(WEEKLY), "20260914T090000");
    expect(nextOf(text)).toBe(FIRST);
    expect(nextOf(await complete(text))).toBe("20260921T090000");
  });

  it("completes an occurrence that was moved without moving it back", async () => {
    const moved = [
      "RECURRENCE-ID;TZID=Europe/Berlin:20260907T090000",
      "DUE;TZID=Europe/Berlin:20260908T120000",
      "SUMMARY:Other plants",
    ];
    const done = componentsOf(await complete(objectOf(WEEKLY, moved)))[1];
    expect(done).toEqual(expect.arrayContaining([...moved, ...DONE_LINES]));
  });

  it("with a due time only repeats by it", async () => {
    const due = ["DUE:20260907T070000Z", "RRULE:FREQ=DAILY"];
    const text = await complete(await complete(objectOf(due)));
    expect(nextOf(text)).toBe("20260909T070000Z");
    expect(componentsOf(text)).toContainEqual(
      expect.arrayContaining(["RECURRENCE-ID:20260908T070000Z", "DUE:20260908T070000Z"]),
    );
  });

  it("by dates names its occurrences by dates (F100)", async () => {
    const days = ["DTSTART;VALUE=DATE:20260907", "DUE;VALUE=DATE:20260908", "RRULE:FREQ=MONTHLY"];
    expect(componentsOf(await complete(objectOf(days), "20261007"))[1]).toEqual(
      expect.arrayContaining([
        "RECURRENCE-ID;VALUE=DATE:20261007",
        "DTSTART;VALUE=DATE:20261007",
        "DUE;VALUE=DATE:20261008",
      ]),
    );
  });

  it("that has a rule and no date is completed as a whole", async () => {
    const [only, ...more] = componentsOf(await complete(objectOf(["RRULE:FREQ=DAILY"])));
    expect(only).toEqual(expect.arrayContaining(DONE_LINES));
    expect(more).toEqual([]);
  });

  it("whose series is stored elsewhere has its stored occurrences completed", async () => {
    const lone = ["RECURRENCE-ID:20260907T070000Z", "DUE:20260907T070000Z"];
    const text = await complete(objectOf(lone));
    expect(componentsOf(text)).toEqual([expect.arrayContaining(DONE_LINES)]);
    expect((await edit(text)).changed).toBe(false);
    expect(componentsOf(await reopen(text))[0]).toContain("STATUS:NEEDS-ACTION");
  });

  it("refuses an occurrence that it does not have", async () => {
    await expect(complete(objectOf(WEEKLY), "20260908T090000")).rejects.toThrow(
      /no such occurrence.*Nothing was changed/,
    );
    await expect(complete(objectOf(["SUMMARY:x"]), "20260908T090000")).rejects.toThrow(CaldavError);
  });

  it("is refused where nobody can tell which occurrence is next", async () => {
    const odd = ["DTSTART:20260907T070000Z", "RRULE:FREQ=FORTNIGHTLY"];
    const once = await complete(objectOf(odd));
    await expect(complete(once)).rejects.toThrow(
      /not known which occurrence is the next.*Nothing was changed/,
    );
  });

  it("is refused where one change stands for all later occurrences, and not before", async () => {
    const range = ["RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20260914T090000", "SUMMARY:Later"];
    const once = await complete(objectOf(WEEKLY, range));
    expect(nextOf(once)).toBe("20260914T090000");
    await expect(complete(once)).rejects.toThrow(/all later occurrences.*Nothing was changed/);
  });
});

describe("reopening a recurring task", () => {
  it("takes back the last completion, and nothing else", async () => {
    const once = await complete(objectOf(WEEKLY));
    const twice = await complete(once, undefined, START + 60_000);
    expect(componentsOf(await reopen(twice))).toEqual(componentsOf(once));
    expect(componentsOf(await reopen(once))).toEqual(componentsOf(objectOf(WEEKLY)));
  });

  it("goes by when it was completed, not by where it stands", async () => {
    const later = await complete(objectOf(WEEKLY), "20260921T090000");
    const both = await complete(later, FIRST, START + 60_000);
    expect(componentsOf(await reopen(both))).toEqual(componentsOf(later));
  });

  it("reopens the named occurrence", async () => {
    const twice = await complete(await complete(objectOf(WEEKLY)));
    expect(nextOf(await reopen(twice, FIRST))).toBe(FIRST);
  });

  it("reopens a series that was completed with its last occurrence, and exactly that one", async () => {
    const done = [0, 1, 2].reduce(
      async (text, minutes) => complete(await text, undefined, START + minutes * 60_000),
      Promise.resolve(objectOf(WEEKLY)),
    );
    const open = await reopen(await done);
    expect(nextOf(open)).toBe("20260921T090000");
    expect(nextOf(await complete(open))).toBe("none");
    const first = await reopen(await done, FIRST);
    expect(nextOf(first)).toBe(FIRST);
    expect(componentsOf(first)[0]).toContain("STATUS:NEEDS-ACTION");
    expect(nextOf(await complete(first))).toBe("none");
  });

  it("reopens a series that another program completed as a whole", async () => {
    const whole = objectOf([...WEEKLY.filter((line) => !line.startsWith("STATUS")), "STATUS:COMPLETED"]);
    expect(nextOf(await reopen(whole))).toBe(FIRST);
    const second = await reopen(whole, "20260914T090000");
    expect(nextOf(second)).toBe("20260914T090000");
    expect(componentsOf(second)[0]).toContain("STATUS:COMPLETED");
  });

  it("keeps the component of an occurrence that was changed in another way as well", async () => {
    const moved = [
      "RECURRENCE-ID;TZID=Europe/Berlin:20260907T090000",
      "DUE;TZID=Europe/Berlin:20260908T120000",
    ];
    const text = await reopen(await complete(objectOf(WEEKLY, moved)));
    expect(componentsOf(text)[1]).toEqual(expect.arrayContaining([...moved, "STATUS:NEEDS-ACTION"]));
  });

  it("changes nothing when nothing was completed", async () => {
    const before = objectOf(WEEKLY);
    expect(await edit(before, { done: false })).toEqual({
      text: before,
      changed: false,
      recurrence: undefined,
    });
    expect(await edit(before, { done: false, recurrence: FIRST })).toMatchObject({ changed: false });
  });
});

describe("a task that somebody else assigned", () => {
  const PEOPLE = [
    "ORGANIZER:mailto:boss@example.org",
    "ATTENDEE;PARTSTAT=ACCEPTED:mailto:me@example.org",
    "SEQUENCE:4",
  ];

  it("keeps the lines of the people, and the organiser's number of the version", async () => {
    const text = await complete(objectOf([...PEOPLE, "SUMMARY:x"]));
    expect(componentsOf(text)[0]).toEqual(expect.arrayContaining(PEOPLE.slice(0, 2)));
    expect(text).toContain("SEQUENCE:4");
  });

  it("gets a new version from its organiser", async () => {
    const own = ["ORGANIZER:mailto:me@example.org", "ATTENDEE:mailto:other@example.org", "SEQUENCE:4"];
    expect(await complete(objectOf(own))).toContain("SEQUENCE:5");
  });
});

/** Everything up to the end of the series itself, byte for byte. */
function seriesIn(text: string): string {
  const end = "END:VTODO\r\n";
  return text.slice(0, text.indexOf(end) + end.length);
}

/** A series that said nothing of its status says so once it was completed and reopened as a whole. */
function withStatus(lines: readonly string[]): string[] {
  return lines.some((line) => line.startsWith("STATUS"))
    ? lines.toSorted()
    : [...lines, "STATUS:NEEDS-ACTION"].toSorted();
}

describe("whatever the series", () => {
  const series = fc.record({
    count: fc.integer({ min: 1, max: 6 }),
    rule: fc.constantFrom("DAILY", "WEEKLY", "MONTHLY", "WEEKLY;BYDAY=MO,TH"),
    start: fc.constantFrom(
      ["DTSTART;TZID=Europe/Berlin:20260907T090000", "DUE;TZID=Europe/Berlin:20260907T180000"],
      ["DTSTART;VALUE=DATE:20260907"],
      ["DUE:20260907T070000Z"],
      ["DTSTART:20260907T090000", "DURATION:PT1H"],
    ),
    status: fc.constantFrom([], ["STATUS:NEEDS-ACTION"]),
    more: fc.subarray(["X-FOO;A=b:c", "CATEGORIES:a,b", "COMMENT:x\\, y", "SEQUENCE:3"]),
  });

  it("every completion advances exactly one, the last one completes it, and each can be taken back", async () => {
    await fc.assert(
      fc.asyncProperty(series, async ({ count, rule, start, status, more }) => {
        const first = objectOf([...start, `RRULE:FREQ=${rule};COUNT=${count}`, ...more, ...status]);
        const texts = [first];
        const seen = new Set([nextOf(first)]);
        for (let step = 1; step <= count; step += 1) {
          const before = texts.at(-1) ?? "";
          const { text, recurrence } = await edit(before, {}, START + step * 1_000);
          expect(recurrence).toBe(nextOf(before));
          seen.add(nextOf(text));
          expect(seen.size).toBe(step + 1);
          // The series itself is touched by nothing but the last one.
          expect(text.startsWith(seriesIn(first))).toBe(step < count);
          texts.push(text);
        }
        expect(nextOf(texts.at(-1) ?? "")).toBe("none");
        for (let step = count; step > 0; step -= 1) {
          const back = await reopen(texts[step] ?? "");
          expect(nextOf(back)).toBe(nextOf(texts[step - 1] ?? ""));
          expect(componentsOf(back).map(withStatus)).toEqual(
            componentsOf(texts[step - 1] ?? "").map(withStatus),
          );
        }
      }),
      { numRuns: 60 },
    );
  });
});
