import { describe, expect, it } from "vitest";
import { playMerges, playMergeToken } from "../../src/recipes/merge.ts";
import { type Call, kitchen, NO, person, YES } from "./kitchen.ts";

const pair = { from: { id: "id-of-scallion", name: "scallion" }, into: { id: "id-of-onion", name: "onion" } };
const foods = { "foods id-of-scallion": "{}", "foods id-of-onion": "{}" };
const remove = ({ records }: Call, id: unknown): boolean => records.delete(`foods ${String(id)}`);

describe("playing merges in both directions", () => {
  const asking = (call: Call): string => {
    if (call.ask(`delete ${String(call.args["from_id"]).length}`) === YES) remove(call, call.args["from_id"]);
    return "done";
  };

  it("asks about each direction, and finds nothing wrong with a server that does what was answered", async () => {
    const { stage, wrong, questions } = kitchen(foods, { script: [NO, YES], behaviour: asking });
    await playMerges(stage, person, pair);
    expect({ wrong, asked: questions.length }).toEqual({ wrong: [], asked: 2 });
  });

  it("leaves it at the wrong way round when that is what the person wants", async () => {
    const { stage, wrong, questions } = kitchen(foods, { script: [YES], behaviour: asking });
    await playMerges(stage, person, pair);
    expect({ wrong, asked: questions.length }).toEqual({ wrong: [], asked: 1 });
  });

  it("notices a server that merges the other way round than it asked", async () => {
    const behaviour = (call: Call): string => {
      if (call.ask("delete the first") === YES) remove(call, call.args["to_id"]);
      return "done";
    };
    const { stage, wrong } = kitchen(foods, { script: [NO, YES], behaviour });
    await playMerges(stage, person, pair);
    expect(wrong).toEqual(["The household: not exactly this merge was done"]);
  });

  it("notices a server that acts after a no, and one that quotes the household", async () => {
    const behaviour = (call: Call): string => {
      call.ask("delete scallion");
      remove(call, call.args["from_id"]);
      return "done";
    };
    const { stage, wrong } = kitchen(foods, { script: [NO, NO], behaviour });
    await playMerges(stage, person, pair);
    expect(wrong).toEqual([
      "The question quotes the household.",
      "The household: it was touched without a yes",
      "The question quotes the household.",
      "The household: it was touched without a yes",
    ]);
  });
});

describe("playing the token of a merge", () => {
  const TOKEN = "abcdefghijklmnopqrstuv";

  function server(fits: (from: unknown, issuedFor: unknown) => boolean) {
    let issuedFor: unknown;
    return (call: Call): string => {
      const { from_id, confirm_token } = call.args;
      if (confirm_token === undefined) {
        issuedFor = from_id;
        return `Nothing was changed. Call again with confirm_token "${TOKEN}".`;
      }
      if (confirm_token === TOKEN && fits(from_id, issuedFor)) remove(call, from_id);
      issuedFor = undefined;
      return "done";
    };
  }

  it("finds nothing wrong where a token fits its own direction only", async () => {
    const behaviour = server((from, issuedFor) => from === issuedFor);
    const { stage, wrong } = kitchen(foods, { script: [], behaviour });
    await playMergeToken(stage, pair);
    expect(wrong).toEqual([]);
  });

  it("notices a token that opens the other direction as well", async () => {
    const { stage, wrong } = kitchen(foods, { script: [], behaviour: server(() => true) });
    await playMergeToken(stage, pair);
    expect(wrong).toContain("The household: it was touched without a yes");
  });

  it("notices a server that gives no token", async () => {
    const { stage, wrong } = kitchen(foods, { script: [], behaviour: () => "Nothing was changed." });
    await playMergeToken(stage, pair);
    expect(wrong).toEqual(["The household: not exactly this merge was done"]);
  });
});
