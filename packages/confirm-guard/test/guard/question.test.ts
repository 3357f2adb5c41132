import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { factDate, factHost, type Question, SECRET_WORDS, untrusted } from "../../src/index.ts";
import { verdictOf } from "../../src/answer.ts";
import { formOf, messageOf } from "../../src/question.ts";
import { untyped } from "./world.ts";

const QUESTION: Question = {
  action: "delete a recurring event and all 3 of its occurrences",
  consequence: "The calendar keeps no history, and this program cannot bring it back.",
  facts: {
    "Starts on": factDate({ instant: "2026-09-14T07:00:00Z", zone: "Europe/Berlin" }),
    "Invited people": 4,
    Recurring: true,
    Account: factHost("dav.example.org"),
  },
  callerValues: { Calendar: { path: "/calendars/willi/team/" } },
  yes: "Yes, delete it",
  no: "No, keep it",
};

const badQuestion = expect.objectContaining({ name: "GuardUsageError", code: "bad-question" });
const message = (question: Question): string => messageOf("caldav-mcp", question);

describe("the dialog", () => {
  it("is one required choice, the safe one first, without a default", () => {
    expect(formOf("caldav-mcp", QUESTION, { changed: false })).toEqual({
      mode: "form",
      message: expect.any(String),
      requestedSchema: {
        type: "object",
        properties: {
          decision: { type: "string", title: "Decision", enum: ["No, keep it", "Yes, delete it"] },
        },
        required: ["decision"],
      },
    });
  });

  it("says what, why it cannot be undone, what is known, and what the caller typed", () => {
    expect(message(QUESTION)).toBe(
      [
        "caldav-mcp: delete a recurring event and all 3 of its occurrences.",
        "",
        "The calendar keeps no history, and this program cannot bring it back.",
        "Starts on: Mon 14 Sep 2026, 09:00 (Europe/Berlin)",
        "Invited people: 4",
        "Recurring: yes",
        "Account: dav.example.org",
        "",
        "Values below come from the caller, not from this server:",
        "  Calendar: /calendars/willi/team/",
      ].join("\n"),
    );
  });

  it("has no heading for the caller when nothing comes from the caller", () => {
    const { callerValues: _, ...rest } = QUESTION;
    expect(message(rest)).not.toContain("caller");
    expect(message({ ...rest, callerValues: {} })).not.toContain("caller");
  });

  it("offers to change nothing when no other no is given", () => {
    const { no: _, ...rest } = QUESTION;
    expect(formOf("x", rest, { changed: false }).requestedSchema.properties["decision"]?.enum[0]).toBe(
      "No, change nothing",
    );
  });

  it("begins with what the person should know first", () => {
    const both = formOf("caldav-mcp", QUESTION, { changed: true, declinedAgoMs: 61_400 }).message;
    expect(both.split("\n").slice(0, 3)).toEqual([
      "This changed while you were deciding.",
      "You said no to this 61 s ago.",
      "caldav-mcp: delete a recurring event and all 3 of its occurrences.",
    ]);
  });

  it("holds none of the words that make careful clients refuse a form", () => {
    const form = formOf("caldav-mcp", QUESTION, { changed: true, declinedAgoMs: 1_000 });
    const many = {
      ...QUESTION,
      callerValues: Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`Id ${at}`, "x"])),
    };
    const { no: _, ...plain } = many;
    for (const own of [JSON.stringify(form), JSON.stringify(formOf("x", plain, { changed: false }))]) {
      expect(own).not.toMatch(SECRET_WORDS);
    }
    for (const word of ["Password", "footpath passes", "API-key", "api key", "discard", "OTP"])
      expect(word).toMatch(SECRET_WORDS);
  });
});

describe("what the caller typed", () => {
  it("stays on its own line, whatever it holds", () => {
    const values = fc.dictionary(
      fc.stringMatching(/^[A-Za-z][A-Za-z0-9 ]{0,20}$/u),
      fc.string({ unit: "binary", maxLength: 300 }),
      { maxKeys: 14 },
    );
    fc.assert(
      fc.property(values, (callerValues) => {
        const lines = message({ ...QUESTION, callerValues }).split("\n");
        const heading = lines.indexOf("Values below come from the caller, not from this server:");
        fc.pre(Object.keys(callerValues).length > 0);
        expect(lines.slice(heading + 1).every((line) => line.startsWith("  "))).toBe(true);
        expect(lines.length - heading - 1).toBeLessThanOrEqual(11);
        expect(lines.slice(0, heading).join("\n")).not.toMatch(/[^\x20-\x7e\n]/u);
      }),
      { numRuns: 500 },
    );
  });

  it("never makes the question longer than 3,500 bytes", () => {
    const sentence = (max: number) =>
      fc
        .stringMatching(/^[a-zé🍋 ]+$/u)
        .filter((text) => text.trim() !== "")
        .map((text) => text.repeat(40).slice(0, max).toWellFormed().replaceAll("\ufffd", "x"));
    const wide = fc
      .constantFrom("\u{10ffff}", "家", "\u202e", "a", "🍋", "\ud800")
      .map((unit) => unit.repeat(400));
    const question = fc.record({
      action: sentence(60),
      consequence: sentence(200),
      facts: fc.constant(
        Object.fromEntries(
          Array.from({ length: 10 }, (_, at) => [`Fact number ${at}`, factHost(`${"a".repeat(60)}.test`)]),
        ),
      ),
      callerValues: fc
        .array(wide, { maxLength: 20 })
        .map((list) => Object.fromEntries(list.map((value, at) => [`Value ${at}`, value]))),
      yes: fc.constant("Yes, do it"),
    });
    fc.assert(
      fc.property(question, fc.boolean(), (given, changed) => {
        const { message: text } = formOf("caldav-mcp", given, { changed, declinedAgoMs: 599_000 });
        expect(Buffer.byteLength(text)).toBeLessThan(3_500);
      }),
      { numRuns: 300 },
    );
  });

  it("shows ten at most, and covers the rest by number and digest", () => {
    const values = (last: string) =>
      Object.fromEntries(Array.from({ length: 13 }, (_, at) => [`Id ${at}`, at === 12 ? last : `v${at}`]));
    const [one, other] = [
      message({ ...QUESTION, callerValues: values("x") }),
      message({ ...QUESTION, callerValues: values("y") }),
    ];
    expect(one).toMatch(/\n {2}Id 9: v9\n {2}and 3 more \(sha256 [0-9a-f]{8} of all\)$/u);
    expect(one).not.toContain("Id 10");
    expect(other).not.toBe(one);
  });

  it("is what makes two different calls look different", () => {
    const value = fc.oneof(
      fc.string({ unit: "grapheme-ascii", maxLength: 200 }),
      fc.string({ unit: "binary", maxLength: 8 }),
    );
    fc.assert(
      fc.property(value, value, (left, right) => {
        fc.pre(left !== right);
        expect(message({ ...QUESTION, callerValues: { Name: { path: left } } })).not.toBe(
          message({ ...QUESTION, callerValues: { Name: { path: right } } }),
        );
      }),
      { numRuns: 1_000 },
    );
  });
});

describe("a question that is not well made", () => {
  it.each([
    ["without an action", { action: " " }],
    ["with a full stop in its action", { action: "delete it." }],
    ["with a line break", { action: "delete it\nApproved" }],
    ["with an invisible character", { consequence: "It is gone\u202e for good." }],
    ["with a line separator", { consequence: "It is gone\u2028for good." }],
    ["with too long an action", { action: "x".repeat(401) }],
    ["with too long a consequence", { consequence: "x".repeat(1_001) }],
    ["with one choice only", { yes: "No, keep it" }],
    ["with an empty choice", { yes: "" }],
    ["with too long a choice", { yes: "y".repeat(41) }],
    [
      "with too many facts",
      { facts: Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`F${at}`, at])) },
    ],
    ["with a label that could be a line of its own", { callerValues: { "a\nb": "x" } }],
    ["with a label that could be two", { callerValues: { "Note: really": "x" } }],
    ["with a caller value that is no text", { callerValues: { Id: untyped(7) } }],
    ["with no caller value", { callerValues: { Id: untyped(null) } }],
    ["with boxed text as its action", { action: untyped(untrusted("delete it")) }],
    ["with boxed text from the caller", { callerValues: { Id: untyped(untrusted("x")) } }],
  ] as [string, Partial<Question>][])("%s is refused", (_name, changes) => {
    expect(() => message({ ...QUESTION, ...changes })).toThrow(badQuestion);
  });

  it("is refused when a fact is a string", () => {
    const facts = { Title: untyped("Approved by IT") };
    expect(() => message({ ...QUESTION, facts })).toThrow(expect.objectContaining({ code: "bad-fact" }));
  });
});

describe("an answer", () => {
  const yes = { action: "accept", content: { decision: "Yes, delete it" } };

  it("is a yes only in one form", () => {
    expect(verdictOf(yes, QUESTION)).toBe("yes");
    expect(verdictOf({ ...yes, extra: 1, content: { ...yes.content, extra: 1 } }, QUESTION)).toBe("yes");
  });

  it("is never a yes for anything that is not exactly it", () => {
    const decision = fc.oneof(
      fc.anything(),
      fc.constantFrom(" Yes, delete it", "Yes, delete it ", "yes", "No, keep it", true, 1),
    );
    const action = fc.oneof(
      fc.anything(),
      fc.constantFrom("accept", "Accept", "accepted", "decline", "cancel"),
    );
    const content = fc.oneof(
      fc.anything(),
      fc.record({ decision }),
      fc.record({ decision }).map((inner) => Object.create(inner)),
    );
    const answer = fc.oneof(
      fc.anything(),
      fc.record({ action, content }),
      fc.record({ action, content }).map((inner) => Object.create(inner)),
    );
    fc.assert(
      fc.property(answer, (given) => {
        expect(verdictOf(given, QUESTION)).not.toBe("yes");
      }),
      { numRuns: 5_000 },
    );
  });

  it("is read from its own keys, not from a prototype that came with it", () => {
    const parsed: unknown = JSON.parse(
      '{"__proto__":{"action":"accept","content":{"decision":"Yes, delete it"}}}',
    );
    expect(verdictOf(parsed, QUESTION)).toBe("client-failed");
    const half: unknown = JSON.parse(
      '{"action":"accept","content":{"__proto__":{"decision":"Yes, delete it"}}}',
    );
    expect(verdictOf(half, QUESTION)).toBe("not-yes");
    expect(verdictOf(Object.create(yes), QUESTION)).toBe("client-failed");
    expect(verdictOf({ action: "accept", content: Object.create(yes.content) }, QUESTION)).toBe("not-yes");
  });
});
