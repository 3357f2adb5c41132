import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { describe, expect, it } from "vitest";

const SRC = resolve(import.meta.dirname, "../../src");

const sources = readdirSync(SRC, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), "utf8") }));

const compiled = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".examples.ts"))
  .map((file) => code(readFileSync(join(import.meta.dirname, file), "utf8")))
  .join("\n");

/** Code without comments, imports and the differences that a formatter makes. */
function code(text: string): string {
  return text
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)\/\/.*$/u, ""))
    .filter((line) => !line.startsWith("import "))
    .join("")
    .replaceAll(/[\s,;]/gu, "");
}

/** Every fenced block after `@example`, with the file that holds it. */
const examples = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/@example\s+\*\s*```ts\n(.*?)\n\s*\*\s*```/gsu)].map((match, at) => ({
    name: `${file}, example ${at + 1}`,
    text: (match[1] ?? "").replaceAll(/^\s*\* ?/gmu, ""),
  })),
);

/** The names that an entry point exports, each with what it is. */
function exportsOf(entry: string): string[] {
  const text = sources.find(({ file }) => file === entry)?.text ?? "";
  const lists = [...text.matchAll(/^export (?:type )?\{([^}]*)\}/gmu)].flatMap((match) =>
    (match[1] ?? "").split(","),
  );
  const listed = lists
    .map((name) => name.replace(/^\s*(?:type\s+)?/u, "").trim())
    .filter((name) => name !== "");
  const declared = [...text.matchAll(/^export (?:async )?(?:function|const|type|interface|class) (\w+)/gmu)];
  return [...listed, ...declared.map((match) => match[1] ?? "")];
}

/** The doc comment right before the declaration of a name. */
function docOf(name: string): { kind: string; doc: string } | undefined {
  const declaration = new RegExp(
    `(?:(/\\*\\*(?:(?!\\*/).)*\\*/)\\s*)?^export (?:async )?(function|const|type|interface|class) ${name}\\b`,
    "msu",
  );
  for (const { text } of sources) {
    const match = declaration.exec(text);
    if (match !== null) return { kind: match[2] ?? "", doc: match[1] ?? "" };
  }
  return undefined;
}

/** The members of exported object types and interfaces, each with the line before it. */
const members = sources.flatMap(({ file, text }) =>
  [...text.matchAll(/^export (?:type|interface) (\w+)[^{};]*\{\n(.*?)^\}/gmsu)].flatMap(
    ([, type = "", body = ""]) =>
      [...`\n${body}`.matchAll(/\n([^\n]*)(?=\n {2}(?:readonly )?(\w+)\??(?:<\w+>)?[:(])/gu)].map(
        ([, before = "", member = ""]) => ({ file, type, member, before }),
      ),
  ),
);

describe("the doc comments of the public symbols", () => {
  const entries = ["index.ts", "redis.ts", "adapters/server.ts", "adapters/sdk.ts", "testing/index.ts"];
  const names = [...new Set(entries.flatMap(exportsOf))].sort();

  it("are looked at in every entry point", () => {
    expect(names.length).toBeGreaterThan(70);
    expect(names).toEqual(expect.arrayContaining(["createGuard", "redisStore", "Caller", "connectRaw"]));
    for (const entry of ["adapters/server.ts", "adapters/sdk.ts"])
      expect(exportsOf(entry)).toContain("Caller");
  });

  it.each(names)("%s says what it is, and how a function is called", (name) => {
    const found = docOf(name);
    expect(found?.doc ?? "", "a doc comment").not.toBe("");
    const callable = found?.kind === "function" || found?.kind === "class";
    expect(!callable || found.doc.includes("@example"), "an example").toBe(true);
  });

  it("say of every field what it holds", () => {
    const open = members.filter(({ type, before }) => names.includes(type) && !before.endsWith("*/"));
    expect(open.map(({ type, member }) => `${type}.${member}`)).toEqual([]);
    expect(members.filter(({ type }) => type === "GuardOptions").length).toBeGreaterThan(10);
  });
});

describe("every example in a doc comment", () => {
  it.each(examples)("is compiled: $name", ({ text }) => {
    const lines = code(text);
    expect(lines.length).toBeGreaterThan(10);
    expect(compiled).toContain(lines);
  });

  it("is found", () => {
    expect(examples.length).toBeGreaterThan(20);
    expect(examples.map(({ name }) => name)).toContain("guard.ts, example 1");
  });
});
