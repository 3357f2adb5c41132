import type { Say } from "../person.ts";

/** A run of text in one style; `at` is when it appears, in milliseconds of the film. */
export type Piece = { text: string; style: readonly string[]; at: number };

export type Line = readonly Piece[];

/** What was on the screen, and when. */
export type Film = { lines: readonly Line[]; length: number };

export type Camera = {
  /** One more text on the screen, a moment after the last one. */
  say: Say;
  /** Text behind what stands in the last line. */
  type(text: string): void;
  wait(ms: number): void;
  /** Milliseconds of the film so far. */
  now(): number;
  cut(): Film;
};

const BETWEEN_TEXTS_MS = 300;

const STYLES: Readonly<Record<string, string>> = {
  "1": "bold",
  "2": "dim",
  "31": "red",
  "32": "green",
  "33": "yellow",
  "36": "cyan",
};

/** Takes down what a program writes to its terminal. Time passes only as the caller says, so two takes are the same. */
export function startCamera(): Camera {
  const lines: Piece[][] = [];
  let now = 0;
  return {
    say(text) {
      lines.push(...styledLines(text).map((line) => line.map((piece) => ({ ...piece, at: now }))));
      now += BETWEEN_TEXTS_MS;
    },
    type(text) {
      lines.at(-1)?.push({ text, style: ["bold"], at: now });
    },
    wait: (ms) => {
      now += ms;
    },
    now: () => now,
    // The first scene begins with an empty line, as each one does, to stand apart from what was before.
    cut: () => ({
      lines: lines.slice(
        Math.max(
          0,
          lines.findIndex((line) => line.length > 0),
        ),
      ),
      length: now,
    }),
  };
}

/** Reads the colour sequences that `styleText` writes (ECMA-48 SGR); a style holds over line ends until it is taken back. */
export function styledLines(text: string): Omit<Piece, "at">[][] {
  const style = new Set<string>();
  return text.split("\n").map((line) => {
    const pieces: Omit<Piece, "at">[] = [];
    const [first = "", ...rest] = line.split("\u001B[");
    const keep = (run: string): void => {
      if (run !== "") pieces.push({ text: run, style: [...style] });
    };
    keep(first);
    for (const part of rest) {
      const end = part.indexOf("m");
      const code = part.slice(0, end);
      const name = STYLES[code];
      if (name !== undefined) style.add(name);
      else if (code === "22") ["bold", "dim"].forEach((intensity) => style.delete(intensity));
      else if (code === "39") ["red", "green", "yellow", "cyan"].forEach((colour) => style.delete(colour));
      else throw new Error(`The recording does not know the sequence ESC[${code}m.`);
      keep(part.slice(end + 1));
    }
    return pieces;
  });
}
