import { describe, expect, it } from "vitest";
import { driftOf } from "./drift.ts";
import { quotesOf } from "./page-quotes.ts";
import { textsOf } from "./source-texts.ts";

describe("the texts of a source", () => {
  it("are its literals, templates and sums of three words and more", () => {
    const source = `
      const a = "There is no account.";
      throw new Problem(\`It stopped after \${count} of \${all} pages.\` + " Ask " + (late ? "again in a moment" : "never"));
      const short = "not this";
    `;
    expect(textsOf(source)).toEqual([
      "There is no account.",
      "It stopped after … of … pages. Ask …",
      "again in a moment",
    ]);
  });

  it("are read through types, and not out of them", () => {
    const source = `type A = "one of the types"; const x = (y satisfies B) as "one of the casts"; f(<const>["said to a person"]);`;
    expect(textsOf(source)).toEqual(["said to a person"]);
  });

  it("leave out what is given to other readers", () => {
    const source = `
      z.string().describe("What the caller gives");
      throw new TypeError("A group has at least one id");
      const tool = { description: "Does this and that", run: () => fail("It did not work") };
      const USAGE = ["how it is used"];
      function legend() { return "what the signs mean"; }
      super("The outcome is not known");
    `;
    const leftOut = {
      calls: ["describe", "TypeError"],
      names: ["USAGE", "legend"],
      keys: ["description"],
      texts: ["The outcome is not known"],
    };
    expect(textsOf(source, leftOut)).toEqual(["It did not work"]);
  });
});

describe("a key that is left out", () => {
  it("leaves out a text and nothing else that stands there", () => {
    const source = `const notes = { description: { note: "It was not changed" }, title: "What it is called" };`;
    expect(textsOf(source, { keys: ["description", "title"] })).toEqual(["It was not changed"]);
  });
});

describe("the quotes of a page", () => {
  it("are its inline code of three words and more, also with backticks inside and over two lines", () => {
    const page =
      "Run `x --check`. `It is not\nthere any more.` means, `` `from` must be before `to`. `` that. `a b`";
    expect(quotesOf(page)).toEqual(["It is not there any more.", "`from` must be before `to`."]);
  });

  it("are not what stands in a fenced block", () => {
    expect(quotesOf("```sh\n`echo this is code`\n```\n`and this is one`")).toEqual(["and this is one"]);
  });
});

describe("the drift between a page and its sources", () => {
  const sources = [
    { text: "The server sent a redirect ….", file: "a.ts" },
    { text: "to another host; it is not followed", file: "a.ts" },
    { text: "… must be a whole number from … to ….", file: "b.ts" },
  ];
  const complete =
    "`The server sent a redirect to another host; it is not followed.` `CALDAV_MAX_EVENTS must be a whole number from 1 to 500.`";

  it("is none where each text is quoted, put together or with an example", () => {
    expect(driftOf(complete, sources)).toEqual({ invented: [], unexplained: [] });
  });

  it("names a text that no quote holds", () => {
    const page = complete.replace("whole number", "number");
    expect(driftOf(page, sources).unexplained).toEqual(["b.ts: … must be a whole number from … to …."]);
  });

  it("names a quote of which a part is in no source", () => {
    const { invented } = driftOf(`${complete} \`The server sent a redirect far away from here.\``, sources);
    expect(invented).toEqual([
      "The server sent a redirect far away from here.\n    not found: far away from here.",
    ]);
  });
});
