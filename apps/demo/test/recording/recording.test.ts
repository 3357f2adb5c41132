import { readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import type { Film } from "../../src/recording/film.ts";
import { pictures } from "../../src/recording/pictures.ts";
import { film } from "../../src/recording/take.ts";

const committed = (name: string): string =>
  readFileSync(new URL(`../../../../docs/public/${name}`, import.meta.url), "utf8").replaceAll("\r\n", "\n");

describe("the recording of the demo", () => {
  let take: Film;
  beforeAll(async () => {
    take = await film();
  }, 120_000);

  it("is what the demo shows today (npm run recording makes it anew)", () => {
    const drawn = pictures(take);
    expect(Object.keys(drawn)).toEqual(["demo.svg", "demo-still.svg"]);
    for (const [name, svg] of Object.entries(drawn)) expect(svg).toBe(committed(name));
  });

  it("shows a no that changes nothing, a yes that deletes one series, and a merge", () => {
    const shown = take.lines.map((line) => line.map(({ text }) => text).join("")).join("\n");
    const inOrder = [
      "caldav-mcp asks",
      "all 3 of its occurrences",
      "The person said no. Nothing was changed.",
      "nothing was touched",
      "You said no to this 4 s ago.",
      "this entry is gone, and only this one",
      "mealie-mcp asks",
      "the first food is gone, the other stays",
    ];
    const places = inOrder.map((text) => shown.indexOf(text));
    expect(places).not.toContain(-1);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
  });

  it("is twenty to thirty-five seconds long and fits the width of the screen", () => {
    expect(take.length).toBeGreaterThan(20_000);
    expect(take.length).toBeLessThan(35_000);
    const widths = take.lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0));
    expect(Math.max(...widths)).toBeLessThanOrEqual(80);
  });

  it("needs nothing but itself, runs no script, and is small", () => {
    for (const svg of Object.values(pictures(take))) {
      expect(svg.replace('xmlns="http://www.w3.org/2000/svg"', "")).not.toMatch(
        /https?:|url\(|href|<script|@import/,
      );
      expect(svg.length).toBeLessThan(50_000);
      expect(svg).toContain("prefers-color-scheme:dark");
    }
  });

  it("moves only for readers who have not asked for stillness", () => {
    const { "demo.svg": moving = "", "demo-still.svg": still = "" } = pictures(take);
    expect(moving).toMatch(
      /\.film\{display:none\}\n@media \(prefers-reduced-motion:no-preference\)\{\.film\{display:inline\}/,
    );
    expect(still).not.toContain("animation");
    expect(still).toContain("nothing was touched");
    expect(still).not.toContain("You said no to this");
  });
});
