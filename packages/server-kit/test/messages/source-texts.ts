import { readFileSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { parseAst } from "vitest/node";
import { isRecord } from "../../src/record.ts";

/** A text that a program may show, with `…` for each part that is only known when it runs. */
export type SourceText = { text: string; file: string };

/** What is written in sources and is no message: found by what a text is given to, or by the file that it stands in. */
export type LeftOut = {
  /** Functions and constructors whose texts are for somebody else: `describe`, `TypeError`. */
  calls?: readonly string[];
  /** Names of constants and functions, and keys of objects, with all that they hold: `USAGE`. */
  names?: readonly string[];
  /** Keys of objects that hold such a text: `description`. What else stands there is read. */
  keys?: readonly string[];
  /** Single texts, such as those of errors that never leave the program. */
  texts?: readonly string[];
  /** Files and folders, relative to the folder that is read. */
  files?: readonly string[];
};

/** Three words in a row make a text that somebody may read. */
export const WORDS = /[A-Za-z]{2}[^A-Za-z]* [a-z]+ [a-z]/;

/** Names of modules and types. */
const SAYS_NOTHING = new Set([
  "ImportDeclaration",
  "TSTypeAliasDeclaration",
  "TSInterfaceDeclaration",
  "TSTypeAnnotation",
  "TSLiteralType",
]);

/** Every text of three words and more in the TypeScript files of a folder, but for what is left out. */
export function textsIn(folder: string, leftOut: LeftOut = {}): SourceText[] {
  return sourceFiles(folder)
    .map((path) => ({ path, file: relative(folder, path) }))
    .filter(({ file }) => !(leftOut.files ?? []).some((left) => file === left || file.startsWith(left)))
    .flatMap(({ path, file }) =>
      textsOf(readFileSync(path, "utf8"), leftOut).map((text) => ({ text, file })),
    );
}

/** The same for one source text. */
export function textsOf(
  source: string,
  { calls = [], names = [], keys = [], texts = [] }: LeftOut = {},
): string[] {
  const found: string[] = [];
  const walk = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(walk);
    if (!isRecord(node) || typeof node.type !== "string") return;
    if (SAYS_NOTHING.has(node.type)) return;
    if (calls.includes(calledBy(node)) || names.includes(namedBy(node))) return;
    if (keys.includes(namedBy(node)) && textOf(node.value) !== undefined) return;
    const text = textOf(node);
    if (text !== undefined && WORDS.test(text)) found.push(text.replaceAll(/\s+/g, " ").trim());
    // The parts of a text have been read with it; what stands between them may hold more.
    if (text !== undefined) return insertsOf(node).forEach(walk);
    Object.values(node).forEach(walk);
  };
  walk(parseAst(source, { lang: "ts" }).body);
  return found.filter((text) => !texts.includes(text));
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .toSorted()
    .map((name) => join(folder, name));
}

/** The text of a literal, a template, or such joined by `+`; undefined for anything else. */
function textOf(node: unknown): string | undefined {
  if (!isRecord(node)) return undefined;
  if (node.type === "Literal") return typeof node.value === "string" ? node.value : undefined;
  if (node.type === "TemplateLiteral") return templateText(node);
  if (node.type !== "BinaryExpression" || node.operator !== "+") return undefined;
  const [left, right] = [textOf(node.left), textOf(node.right)];
  return left === undefined && right === undefined ? undefined : `${left ?? "…"}${right ?? "…"}`;
}

function templateText({ quasis }: Record<string, unknown>): string {
  const parts = Array.isArray(quasis) ? quasis.map(cookedOf) : [];
  return parts.join("…");
}

function cookedOf(quasi: unknown): string {
  const value = isRecord(quasi) ? quasi.value : undefined;
  return isRecord(value) && typeof value.cooked === "string" ? value.cooked : "";
}

/** What a template or a sum puts between its texts. */
function insertsOf(node: unknown): unknown[] {
  if (!isRecord(node)) return [];
  if (node.type === "TemplateLiteral") return Array.isArray(node.expressions) ? node.expressions : [];
  if (node.type !== "BinaryExpression") return [];
  return [node.left, node.right].flatMap((side) => (textOf(side) === undefined ? [side] : insertsOf(side)));
}

function calledBy({ type, callee }: Record<string, unknown>): string {
  if ((type !== "CallExpression" && type !== "NewExpression") || !isRecord(callee)) return "";
  return nameOf(isRecord(callee.property) ? callee.property : callee);
}

function namedBy({ type, key, id }: Record<string, unknown>): string {
  if (type === "Property") return nameOf(key);
  return type === "VariableDeclarator" || type === "FunctionDeclaration" ? nameOf(id) : "";
}

function nameOf(node: unknown): string {
  const name = isRecord(node) ? (node.name ?? node.value) : undefined;
  return typeof name === "string" ? name : "";
}
