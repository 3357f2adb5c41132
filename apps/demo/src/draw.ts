import { styleText } from "node:util";

/** How the screen is drawn: its width in columns, and whether colours may be used. */
export type Screen = { width: number; colour: boolean };

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

type Style = "bold" | "dim" | "cyan" | "yellow" | "green" | "red";

/** A screen for an output stream: at most 80 columns, colours only on a terminal and not under NO_COLOR. */
export function screenFor(
  output: { isTTY?: boolean; columns?: number },
  noColour: string | undefined,
): Screen {
  // Some terminals do not know their width and say 0.
  const columns = output.isTTY === true && output.columns !== undefined ? output.columns || 80 : 80;
  return {
    width: Math.max(Math.min(columns, 80), 40),
    colour: output.isTTY === true && (noColour ?? "") === "",
  };
}

/** One box with a bar on the left only, so that wide characters cannot push a right edge out of line. */
export function box(screen: Screen, title: string, lines: readonly string[]): string {
  const bar = (text: string): string => paint(screen, "cyan", text);
  const head = `┌─ ${plain(title)} `;
  const body = lines
    .flatMap((line) => wrap(line, screen.width - 4))
    .map((line) => `${bar("│")} ${line}`.trimEnd());
  return [bar(head.padEnd(screen.width, "─")), ...body, bar(`└${"─".repeat(screen.width - 1)}`)].join("\n");
}

/** A heading between the parts of the demo. */
export function heading(screen: Screen, text: string): string {
  return paint(
    screen,
    "bold",
    `\n━━ ${plain(text)} ${"━".repeat(Math.max(0, screen.width - text.length - 4))}`,
  );
}

/** Indented text, wrapped to the screen. */
export function paragraph(screen: Screen, text: string, indent = 0): string {
  const lines = text.split("\n").flatMap((line) => wrap(line, screen.width - indent));
  return lines.map((line) => `${" ".repeat(indent)}${line}`.trimEnd()).join("\n");
}

/** Wraps one line at spaces; a word that is longer than the line is cut, and a leading indent is kept. */
export function wrap(line: string, width: number): string[] {
  const text = plain(line);
  const indent = /^ */.exec(text)?.[0].slice(0, width - 1) ?? "";
  const rows: string[] = [];
  let row: string[] | undefined;
  for (const word of text.slice(indent.length).split(" ")) {
    let rest = clusters(row === undefined ? `${indent}${word}` : `${row.join("")} ${word}`);
    if (rest.length > width && row !== undefined) {
      rows.push(row.join(""));
      rest = clusters(`${indent}${word}`);
    }
    while (rest.length > width) {
      rows.push(rest.slice(0, width).join(""));
      rest = [...clusters(indent), ...rest.slice(width)];
    }
    row = rest;
  }
  return [...rows, (row ?? []).join("")];
}

/** A text as its user-perceived characters, so that none is cut in two. */
function clusters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** A calendar is foreign text: nothing in it may move the cursor, hide itself or change the colours of the terminal. */
export function plain(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gv, (character) =>
    character === "\u200D" ? character : "?",
  );
}

export function paint(screen: Screen, style: Style, text: string): string {
  return screen.colour ? styleText(style, text, { validateStream: false }) : text;
}
