import { describe, expect, it } from "vitest";

import {
  DECLINE,
  FRESH,
  messageIn,
  NO,
  outcomeOf,
  pushed,
  questionOf,
  retry,
  textOf,
  world,
  YES,
} from "./world.ts";

const MINUTE = 60_000;

describe("a person who said no", () => {
  it("is told so the next time, and left alone after the second no", async () => {
    const made = world();
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    made.clock.pass(12_000);
    const second = pushed(made.clock, [DECLINE]);
    await made.guard.run(second, made.call());
    expect(second.asked[0]).toMatch(/^You said no to this 12 s ago\.\n/u);
    const third = pushed(made.clock, [YES]);
    const result = await made.guard.run(third, made.call());
    expect(outcomeOf(result)).toBe("recently-declined");
    expect(textOf(result)).toBe(
      "The person has said no to this twice in the last 10 minutes and was not asked again. Nothing was changed.",
    );
    expect(third.asked).toEqual([]);
    expect(made.done).toEqual([]);
  });

  it("is left alone whatever the other arguments are, and asked about other things", async () => {
    const made = world();
    for (const reason of ["one", "two"]) {
      await made.guard.run(pushed(made.clock, [NO]), made.call("a", { args: { id: "a", reason } }));
    }
    const same = await made.guard.run(
      pushed(made.clock, [YES]),
      made.call("a", { args: { id: "a", reason: "3" } }),
    );
    expect(outcomeOf(same)).toBe("recently-declined");
    await made.guard.run(pushed(made.clock, [YES]), made.call("b"));
    expect(made.done).toEqual(["b"]);
  });

  it("is asked again when somebody else said no, or on another tool", async () => {
    const made = world();
    for (let count = 0; count < 2; count += 1) {
      await made.guard.run(pushed(made.clock, [NO]), made.call("a", { principal: "ada" }));
    }
    await made.guard.run(pushed(made.clock, [YES]), made.call("a", { principal: "bob" }));
    await made.guard.run(
      pushed(made.clock, [YES]),
      made.call("a", { principal: "ada", tool: "archive_note" }),
    );
    expect(made.done).toEqual(["a", "a"]);
  });

  it("is asked again after ten minutes, whatever the wall clock does", async () => {
    const made = world();
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    made.clock.setWall(60 * MINUTE);
    expect(outcomeOf(await made.guard.run(pushed(made.clock, [YES]), made.call()))).toBe("recently-declined");
    made.clock.pass(10 * MINUTE);
    const port = pushed(made.clock, [YES]);
    await made.guard.run(port, made.call());
    expect(port.asked[0]).not.toContain("You said no");
    expect(made.done).toEqual(["a"]);
  });

  it("said it to the old version, and is asked about the new one without being reminded", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.versions.set("a", 2);
    made.clock.pass(3_000);
    expect(outcomeOf(await made.guard.run(retry(asked, NO), made.call()))).toBe("declined");
    expect(messageIn(await made.guard.run(FRESH, made.call()))).not.toContain("You said no");
  });

  it("has a clean slate after a yes", async () => {
    const made = world();
    await made.guard.run(pushed(made.clock, [NO]), made.call());
    await made.guard.run(pushed(made.clock, [YES]), made.call());
    const port = pushed(made.clock, [NO]);
    await made.guard.run(port, made.call());
    expect(port.asked[0]).not.toContain("You said no");
  });

  it("is remembered on 2026-07-28 as well", async () => {
    const made = world();
    const asked = questionOf(await made.guard.run(FRESH, made.call()));
    made.clock.pass(3_000);
    await made.guard.run(retry(asked, DECLINE), made.call());
    made.clock.pass(4_000);
    const again = await made.guard.run(FRESH, made.call());
    expect(messageIn(again)).toMatch(/^You said no to this 4 s ago\.\n/u);
    made.clock.pass(3_000);
    await made.guard.run(retry(questionOf(again), NO), made.call());
    expect(outcomeOf(await made.guard.run(FRESH, made.call()))).toBe("recently-declined");
  });

  it.each([
    ["closing the question", { action: "cancel" }, 2_000],
    ["sending something else", { action: "accept", content: {} }, 2_000],
    ["a no faster than anybody reads", DECLINE, 299],
  ])("is not what %s means", async (_name, answer, readingMs) => {
    const made = world();
    for (let count = 0; count < 3; count += 1) {
      const port = pushed(made.clock, [answer], readingMs);
      await made.guard.run(port, made.call());
      expect(port.asked[0]).toMatch(/^notes-mcp-\d+: delete a note\./u);
    }
  });
});

describe("an answer faster than anybody reads", () => {
  it.each([
    ["declined", DECLINE, "A no came back faster than anybody reads."],
    ["cancelled", { action: "cancel" }, "The question was closed faster than anybody reads."],
    [
      "not-yes",
      { action: "accept" },
      "Something other than the offered yes came back faster than anybody reads.",
    ],
  ])("says %s, and that the question may not have been shown", async (why, answer, sentence) => {
    const made = world();
    const result = await made.guard.run(pushed(made.clock, [answer], 120), made.call());
    expect(outcomeOf(result)).toBe(why);
    expect(textOf(result)).toBe(
      `${sentence} Nothing was changed. The question may not have been shown; "When no question appears" in the confirm-guard documentation explains why.`,
    );
    expect(made.events.at(-1)?.answeredInMs).toBe(120);
  });

  it.each([
    ["a no", DECLINE],
    ["a yes", YES],
  ])("is noted on stderr once, and never with what was asked: %s", async (_name, answer) => {
    const made = world();
    for (let count = 0; count < 3; count += 1) {
      await made.guard.run(pushed(made.clock, [answer], 1), made.call("private-name"));
    }
    expect(made.warnings).toEqual([
      `${made.guard.server}: a question came back unanswered, or answered faster than anybody reads; the client may not have shown it`,
    ]);
  });

  it("is nothing to note when a person took their time", async () => {
    const made = world();
    await made.guard.run(pushed(made.clock, [NO], 300), made.call());
    expect(made.warnings).toEqual([]);
  });
});

describe("too many questions", () => {
  it("are not asked: 20 in ten minutes", async () => {
    const made = world();
    for (let count = 0; count < 20; count += 1) {
      expect(outcomeOf(await made.guard.run(FRESH, made.call(`note-${count}`)))).toBe("asked");
    }
    const result = await made.guard.run(FRESH, made.call("one-more"));
    expect(outcomeOf(result)).toBe("too-many");
    expect(textOf(result)).toContain("nobody was asked. Nothing was changed.");
    expect(outcomeOf(await made.guard.run(FRESH, made.call("one-more", { principal: "bob" })))).toBe("asked");
    made.clock.pass(10 * MINUTE);
    expect(outcomeOf(await made.guard.run(FRESH, made.call("one-more")))).toBe("asked");
  });

  it("are not asked: three open at a time where they are pushed", async () => {
    const made = world();
    const answers: ((answer: unknown) => void)[] = [];
    const port = {
      kind: "push" as const,
      elicit: () => new Promise((resolve) => answers.push(resolve)),
    };
    const open = ["a", "b", "c"].map((id) => made.guard.run(port, made.call(id)));
    expect(outcomeOf(await made.guard.run(port, made.call("d")))).toBe("too-many");
    made.clock.pass(2_000);
    answers[0]?.(YES);
    await open[0];
    const fourth = made.guard.run(port, made.call("d"));
    await Promise.resolve();
    answers[1]?.(NO);
    answers[2]?.({ action: "cancel" });
    await Promise.all([open[1], open[2]]);
    answers[3]?.(YES);
    await fourth;
    expect(made.done).toEqual(["a", "d"]);
  });

  it("close again when the client fails", async () => {
    const made = world();
    for (let count = 0; count < 10; count += 1) {
      const port = pushed(made.clock, [() => Promise.reject(new Error("crash"))]);
      expect(outcomeOf(await made.guard.run(port, made.call()))).toBe("client-failed");
    }
  });
});
