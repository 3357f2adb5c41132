import { assert, integer, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { box, plain, screenFor, wrap } from "../src/draw.ts";
import { drawDialog } from "../src/person.ts";

const screen = { width: 80, colour: false };
const dialog = {
  server: "caldav-mcp",
  message:
    "caldav-mcp: delete a recurring event and all 3 of its occurrences.\n\nThe calendar keeps no history, and this program cannot bring it back.\nStarts on: Mon 14 Sep 2026, 09:00 (Europe/Berlin)",
  choices: ["No, keep it", "Yes, delete it"],
};

describe("the dialog on the screen", () => {
  it("names the server, keeps the message, and numbers the choices in the server's order", () => {
    expect(drawDialog(screen, dialog)).toBe(
      [
        "┌─ caldav-mcp asks ─────────────────────────────────────────────────────────────",
        "│ caldav-mcp: delete a recurring event and all 3 of its occurrences.",
        "│",
        "│ The calendar keeps no history, and this program cannot bring it back.",
        "│ Starts on: Mon 14 Sep 2026, 09:00 (Europe/Berlin)",
        "│",
        "│   1  No, keep it",
        "│   2  Yes, delete it",
        "└───────────────────────────────────────────────────────────────────────────────",
      ].join("\n"),
    );
  });

  it("uses no escape sequence when colours are off, and some when they are on", () => {
    expect(box(screen, "a", ["b"])).not.toContain("\u001B");
    expect(box({ ...screen, colour: true }, "a", ["b"])).toContain("\u001B[");
  });

  it("lets no text of a calendar steer the terminal", () => {
    expect(plain("a\u001B[2Jb\u0007c\u202Ed\u200Be")).toBe("a?[2Jb?c?d?e");
    expect(plain("Familie 👨‍👩‍👧 äöü")).toBe("Familie 👨‍👩‍👧 äöü");
  });
});

describe("a screen", () => {
  it("has colours on a terminal only, and not under NO_COLOR", () => {
    expect(screenFor({ isTTY: true, columns: 120 }, undefined)).toEqual({ width: 80, colour: true });
    expect(screenFor({ isTTY: true, columns: 60 }, "1")).toEqual({ width: 60, colour: false });
    expect(screenFor({ isTTY: true, columns: 0 }, "")).toEqual({ width: 80, colour: true });
    expect(screenFor({}, undefined)).toEqual({ width: 80, colour: false });
  });
});

const clusters = (text: string): number => Array.from(new Intl.Segmenter("en").segment(text)).length;

describe("wrapping", () => {
  it("never exceeds the width and loses nothing but spaces", () => {
    assert(
      property(string({ maxLength: 300 }), integer({ min: 10, max: 80 }), (line, width) => {
        const rows = wrap(line, width);
        expect(Math.max(...rows.map((row) => clusters(row)))).toBeLessThanOrEqual(width);
        expect(rows.join("").replaceAll(" ", "")).toBe(plain(line).replaceAll(" ", ""));
      }),
      { numRuns: 500 },
    );
  });

  it("keeps an indent on every row", () => {
    expect(wrap("  one two three", 9)).toEqual(["  one two", "  three"]);
  });
});
