import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { documentZone } from "../../src/ical/vtimezone.ts";
import { contentAt, lineAt, linesIn, lineTable, nameAt, partsAt, rawOf } from "../../src/ical/line-table.ts";
import { partsOf, type ContentLine } from "../../src/ical/lines.ts";
import { parseTree, type ComponentNode } from "../../src/ical/tree.ts";
import { calendar, component, starts, YEAR_2026 } from "./documents.ts";

/** RFC 5545 section 3.1 word for word: physical lines first, then those that begin with a space or tab joined to the one before. */
function plainly(text: string): ContentLine[] {
  const physical = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const groups: string[][] = [];
  for (const line of physical) {
    const last = groups.at(-1);
    if (last !== undefined && /^[ \t]/.test(line)) last.push(line);
    else groups.push([line]);
  }
  return groups.map((group) => {
    const content = group
      .map((line, index) => line.replace(/\r?\n$/, "").slice(index === 0 ? 0 : 1))
      .join("");
    const name = /^\uFEFF?([A-Za-z0-9.-]+)[;:]/.exec(content)?.[1] ?? "";
    return { raw: group.join(""), content, name: name.toUpperCase() };
  });
}

/** Components as nested lists of what BEGIN and END say; undefined where they do not close. */
function treePlainly(lines: readonly ContentLine[]): unknown[] | undefined {
  const said = (line: ContentLine): string => (partsOf(line)?.value ?? "").trim().toUpperCase();
  const stack: { name: string; first: number; inside: unknown[]; own: number[] }[] = [
    { name: "", first: -1, inside: [], own: [] },
  ];
  for (const [index, line] of lines.entries()) {
    const top = stack.at(-1);
    if (top === undefined) return undefined;
    if (line.name === "BEGIN") stack.push({ name: said(line), first: index, inside: [], own: [] });
    else if (line.name === "END") {
      if (stack.length === 1 || top.name !== said(line)) return undefined;
      stack.pop();
      stack.at(-1)?.inside.push([top.name, top.first, index, top.own, top.inside]);
    } else if (stack.length > 1) top.own.push(index);
  }
  return stack.length === 1 ? stack[0]?.inside : undefined;
}

const shape = (node: ComponentNode): unknown[] => [
  node.name,
  node.first,
  node.last,
  [...node.properties],
  node.children.map(shape),
];

function treeOf(text: string): unknown[] | undefined {
  try {
    return parseTree(lineTable(text)).map(shape);
  } catch {
    return undefined;
  }
}

const ending = fc.constantFrom("\r\n", "\n", "\r", "\r\r\n", "");
const fold = fc.constantFrom("", "", "", "\r\n ", "\n\t", "\r\n  ", "\n \r\n\t");
const anyCase = (word: string) =>
  fc.constantFrom(word, word.toLowerCase(), word[0] + word.slice(1).toLowerCase());
const word = fc
  .constantFrom(
    "BEGIN",
    "END",
    "SUMMARY",
    "X-FOO",
    "DTSTART",
    "group.TEL",
    "",
    "ü",
    "\uFEFFBEGIN",
    "a b",
    "BEGIN\r",
  )
  .chain(anyCase);
const value = fc.oneof(
  fc.constantFrom(
    "VEVENT",
    "VTIMEZONE",
    "vtimezone",
    " VEVENT ",
    "STANDARD",
    "20260914T090000",
    "",
    "a:b;c=d",
  ),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const params = fc.constantFrom("", "", ";TZID=Office", ';CN="a:b;c"', ";A=b,c", ";A", ';A="');

/** A line that may be folded anywhere, also inside its name. */
const written = fc
  .tuple(word, params, fc.constantFrom(":", ":", ":", ";", ""), value, fold, fc.nat(), ending)
  .map(([name, given, colon, said, folded, place, end]) => {
    const line = name + given + colon + said;
    const at = place % (line.length + 1);
    return line.slice(0, at) + folded + line.slice(at) + end;
  });

/** Components inside each other, some of them never closed and some closed twice. */
const nested = fc
  .array(fc.tuple(fc.constantFrom("VCALENDAR", "VTIMEZONE", "STANDARD", "VEVENT"), fc.nat(4), fc.nat(20)))
  .chain((opened) =>
    fc.tuple(fc.constant(opened), fc.constantFrom("\r\n", "\n", "\r\n\r\n"), fc.boolean(), fc.boolean()),
  )
  .map(([opened, end, lower, cutOff]) => {
    const lines: string[] = [];
    const open: string[] = [];
    for (const [name, closing, odd] of opened) {
      lines.push(`BEGIN:${name}`, "X:1");
      open.push(name);
      for (let count = 0; count < closing && open.length > 0; count += 1) lines.push(`END:${open.pop()}`);
      if (odd === 0) lines.push(`END:${name}`);
    }
    if (!cutOff) while (open.length > 0) lines.push(`END:${open.pop()}`);
    const text = lines.join(end);
    return lower ? text.toLowerCase() : text;
  });

const document = fc.oneof(
  fc.array(written, { maxLength: 20 }).map((lines) => lines.join("")),
  nested,
  fc.string({ unit: "binary", maxLength: 200 }),
);

describe("the lines of a document", () => {
  it("are those that reading it line by line gives, whatever it is", () => {
    fc.assert(
      fc.property(document, (text) => {
        expect(linesIn(lineTable(text))).toEqual(plainly(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it("say the same one by one, and are the document again", () => {
    fc.assert(
      fc.property(document, (text) => {
        const table = lineTable(text);
        const lines = plainly(text);
        expect(rawOf(table, 0, lines.length - 1)).toBe(text);
        for (const [index, line] of lines.entries()) {
          expect(lineAt(table, index)).toEqual(line);
          expect(nameAt(table, index)).toBe(line.name);
          expect(contentAt(table, index)).toBe(line.content);
          expect(partsAt(table, index)).toEqual(partsOf(line));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("are nothing where there is no line", () => {
    const table = lineTable("A:1\r\nB:2\r\n");
    for (const index of [-1, 2, 1000]) {
      expect(lineAt(table, index)).toBeUndefined();
      expect([nameAt(table, index), contentAt(table, index)]).toEqual(["", ""]);
      expect(partsAt(table, index)).toBeUndefined();
    }
    expect(linesIn(lineTable(""))).toEqual([]);
  });

  it("nest as BEGIN and END say, and not at all where these do not close", () => {
    fc.assert(
      fc.property(document, (text) => {
        // More than sixteen in each other are refused.
        fc.pre((text.match(/begin/gi) ?? []).length <= 16);
        expect(treeOf(text)).toEqual(treePlainly(plainly(text)));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("a zone that a document defines", () => {
  const block = (tzid: string, [standard, daylight]: readonly [string, string], month = 3): string[] => [
    "BEGIN:VTIMEZONE",
    `TZID:${tzid}`,
    "BEGIN:STANDARD",
    "DTSTART:19701025T030000",
    `TZOFFSETFROM:${daylight}`,
    `TZOFFSETTO:${standard}`,
    "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
    "END:STANDARD",
    "BEGIN:DAYLIGHT",
    "DTSTART:19700329T020000",
    `TZOFFSETFROM:${standard}`,
    `TZOFFSETTO:${daylight}`,
    `RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=${month}`,
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ];
  const around = (lines: readonly string[]): string =>
    calendar(`${lines.join("\r\n")}\r\n`, component("VEVENT", "DTSTART;TZID=Office:20260701T090000"));
  const offsets = [
    ["+0100", "+0200"],
    ["-0500", "-0400"],
    ["+0930", "+1030"],
    ["+0000", "+0100"],
  ] as const;

  it("means what its own document says, whatever others have said before under the same name", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...offsets), { minLength: 1, maxLength: 12 }), (chosen) => {
        for (const pair of chosen) {
          const [, daylight] = pair;
          const sign = daylight.startsWith("-") ? -1 : 1;
          const minutes = sign * (Number(daylight.slice(1, 3)) * 60 + Number(daylight.slice(3)));
          const instant = new Date(Date.UTC(2026, 6, 1, 9) - minutes * 60_000);
          expect(starts(around(block("Office", pair)), YEAR_2026)).toEqual([
            `${instant.toISOString().slice(0, 19)}+00:00`,
          ]);
        }
      }),
    );
  });

  it("is the same however it is folded, ended and spelled", () => {
    const ways: ((lines: string) => string)[] = [
      (text) => text,
      (text) => text.replaceAll("\r\n", "\n"),
      (text) => text.toLowerCase(),
      (text) => text.replaceAll(/(.{7})(?=.)/g, "$1\r\n "),
      (text) => text.replaceAll("END:", "end:"),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...offsets), fc.constantFrom(...ways), (pair, way) => {
        const text = `${block("Office", pair).join("\r\n")}\r\n`;
        expect(offsetsIn(way(text))).toEqual(offsetsIn(text));
      }),
    );
  });

  it("is not taken from another that differs in one character", () => {
    const march = offsetsIn(`${block("Office", offsets[0]).join("\r\n")}\r\n`);
    expect(offsetsIn(`${block("Office", offsets[0], 4).join("\r\n")}\r\n`)).not.toEqual(march);
    expect(offsetsIn(`${block("Office", offsets[0]).join("\r\n")}\r\n`)).toEqual(march);
  });

  it("is not read from a block that holds more than 200,000 characters, folds and line endings not counted", () => {
    const filled = (size: number): string => {
      const lines = block("Office", offsets[0]);
      const rest = size - lines.join("\n").length - "\nX:".length;
      return `${[...lines.slice(0, 2), `X:${"x".repeat(rest)}`, ...lines.slice(2)].join("\r\n")}\r\n`;
    };
    const folded = (text: string): string => text.replaceAll(/(x{70})(?=x)/g, "$1\r\n ");
    expect(offsetsIn(folded(filled(200_000)))).toEqual(offsetsIn(filled(1_000)));
    expect(offsetsIn(folded(filled(200_001)))).toBeUndefined();
  });

  /** On the first of each month of 2026. */
  function offsetsIn(text: string): number[] | undefined {
    const lines = lineTable(text);
    const [node] = parseTree(lines);
    const zone = node && documentZone(lines, node);
    return zone && Array.from({ length: 12 }, (_, month) => zone.offsetAt(Date.UTC(2026, month, 1)));
  }
});
