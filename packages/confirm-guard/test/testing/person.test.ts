import { describe, expect, it } from "vitest";

import { type NamedAnswer, scriptedPerson, type ScriptedAnswer } from "../../src/testing/index.ts";

const select = (decision: Record<string, unknown>) => ({
  message: "Delete it?",
  requestedSchema: { type: "object", properties: { decision }, required: ["decision"] },
});
const QUESTION = select({ type: "string", enum: ["No, keep it", "Yes, delete it"] });
const TITLED = select({
  type: "string",
  oneOf: [
    { const: "no", title: "No" },
    { const: "yes", title: "Yes" },
  ],
});

const stillOpen = (): Promise<string> => new Promise((resolve) => setImmediate(resolve, "still open"));

describe("scriptedPerson", () => {
  it.each([
    ["yes", { action: "accept", content: { decision: "Yes, delete it" } }],
    ["no", { action: "accept", content: { decision: "No, keep it" } }],
    ["decline", { action: "decline" }],
    ["cancel", { action: "cancel" }],
    ["empty", { action: "accept", content: {} }],
  ] satisfies [ScriptedAnswer, unknown][])("answers %s as a client would", async (answer, expected) => {
    expect(await scriptedPerson([answer]).respond(QUESTION)).toEqual(expected);
  });

  it("picks by value when the choices carry titles", async () => {
    expect(await scriptedPerson(["yes"]).respond(TITLED)).toEqual({
      action: "accept",
      content: { decision: "yes" },
    });
  });

  it("never answers when silent", async () => {
    const answer = scriptedPerson(["silent"]).respond(QUESTION);
    expect(await Promise.race([answer, stillOpen()])).toBe("still open");
  });

  it("fails on demand", async () => {
    await expect(scriptedPerson(["fails"]).respond(QUESTION)).rejects.toMatchObject({ code: "scripted" });
  });

  it.each([
    ["yes", { action: "accept", content: { decision: "Yes, delete it" } }],
    ["cancel", { action: "cancel" }],
  ] satisfies [NamedAnswer, unknown][])(
    "is slow with a %s until the test says so",
    async (slow, expected) => {
      const reading = Promise.withResolvers<void>();
      const person = scriptedPerson([{ slow, after: reading.promise }]);
      const answer = person.respond(QUESTION);
      expect(await Promise.race([answer, stillOpen()])).toBe("still open");
      expect([person.questions.length, person.usedUp]).toEqual([1, true]);
      reading.resolve();
      expect(await answer).toEqual(expected);
    },
  );

  it("answers also when what a slow answer waits for fails", async () => {
    const person = scriptedPerson([{ slow: "no", after: Promise.reject(new Error("stopped")) }]);
    expect(await person.respond(QUESTION)).toMatchObject({ action: "accept" });
  });

  it("is slow for so many milliseconds, on a clock that the test may bring", async () => {
    const waited: number[] = [];
    const wait = async (ms: number): Promise<void> => void waited.push(ms);
    const person = scriptedPerson([{ slow: "decline", after: 1_500 }], { wait });
    expect(await person.respond(QUESTION)).toEqual({ action: "decline" });
    expect(waited).toEqual([1_500]);

    const began = performance.now();
    await scriptedPerson([{ slow: "no", after: 20 }]).respond(QUESTION);
    expect(performance.now() - began).toBeGreaterThanOrEqual(19);
  });

  it("cancels and counts a slow choice where there is none, at once", async () => {
    const person = scriptedPerson([{ slow: "yes", after: new Promise(() => undefined) }]);
    expect(await person.respond({ message: "?", url: "https://example.org" })).toEqual({ action: "cancel" });
    expect(person.unexpected).toBe(1);
  });

  it("hands over whatever the test makes up", async () => {
    const person = scriptedPerson([{ answer: ({ choices }) => ({ action: "maybe", choices }) }]);
    expect(await person.respond(QUESTION)).toEqual({
      action: "maybe",
      choices: ["No, keep it", "Yes, delete it"],
    });
  });

  it("fails as the made-up answer fails", async () => {
    const person = scriptedPerson([
      {
        answer: () => {
          throw new Error("the dialog crashed");
        },
      },
    ]);
    await expect(person.respond(QUESTION)).rejects.toThrow("the dialog crashed");
  });

  it("records what was shown and what was sent", async () => {
    const person = scriptedPerson(["no"]);
    await person.respond(QUESTION);
    expect(person.questions).toEqual([
      { message: "Delete it?", choices: ["No, keep it", "Yes, delete it"], params: QUESTION },
    ]);
  });

  it("cancels and counts the questions that no one expected", async () => {
    const person = scriptedPerson(["yes"]);
    expect(person.usedUp).toBe(false);
    await person.respond(QUESTION);
    expect([person.usedUp, person.unexpected]).toEqual([true, 0]);
    expect(await person.respond(QUESTION)).toEqual({ action: "cancel" });
    expect([person.questions.length, person.unexpected]).toEqual([2, 1]);
  });

  it.each([
    [
      "an optional select",
      { message: "?", requestedSchema: { type: "object", properties: QUESTION.requestedSchema.properties } },
    ],
    ["a yes-or-no box", select({ type: "boolean" })],
    ["no form at all", { message: "?", url: "https://example.org" }],
  ])("cancels and counts a question with %s instead of a choice", async (_what, params) => {
    const person = scriptedPerson(["yes"]);
    expect(await person.respond(params)).toEqual({ action: "cancel" });
    expect([person.unexpected, person.questions[0]?.choices]).toEqual([1, []]);
  });

  it("lets a test wait for a question, before and after it was asked", async () => {
    const person = scriptedPerson(["yes", "yes"]);
    const second = person.question(2);
    await person.respond(TITLED);
    await person.respond(QUESTION);
    expect((await second).params).toBe(QUESTION);
    expect((await person.question(1)).params).toBe(TITLED);
  });

  it("names the question that never came", async () => {
    await expect(scriptedPerson([]).question(1, 5)).rejects.toMatchObject({
      code: "timed-out",
      message: "Waited 5 ms for question number 1, and it did not come.",
    });
  });
});
