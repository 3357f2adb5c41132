import { describe, expect, it } from "vitest";
import { built, BUILT, HTML } from "./built.ts";

/** The grounds of text and of code in VitePress's theme. */
const GROUNDS = {
  light: { text: "#ffffff", code: "#f6f6f7" },
  dark: { text: "#1b1b1f", code: "#161618" },
} as const;

type Scheme = keyof typeof GROUNDS;

const SCHEMES: readonly Scheme[] = ["light", "dark"];

/** WCAG 2.2, 1.4.3: what text needs that is not large. */
const ENOUGH = 4.5;

/** WCAG 2.2, "contrast ratio". */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted(
    (left, right) => left - right,
  );
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const long = colour.length === 4 ? colour.replaceAll(/[^#]/g, "$&$&") : colour;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(SCHEMES)("in the %s scheme", (scheme) => {
  it("code can be read, whatever its colour", () => {
    const colours = new Set(
      HTML.flatMap((page) =>
        [...built(page).matchAll(new RegExp(`--shiki-${scheme}:(#[0-9a-f]{3,8})`, "gi"))].map(
          ([, colour = ""]) => colour,
        ),
      ),
    );
    expect(colours.size).toBeGreaterThan(3);
    expect([...colours].filter((colour) => contrast(colour, GROUNDS[scheme].code) < ENOUGH)).toEqual([]);
  });

  it("links can be read", () => {
    const sheet = BUILT.filter((file) => file.endsWith(".css"))
      .map(built)
      .join("\n");
    const own = [...sheet.matchAll(/(:root|\.dark)\{[^}]*?--vp-c-brand-1:\s*(#[0-9a-f]{3,6})/g)];
    const [, , colour = ""] = own.findLast(([, where]) => (where === ".dark") === (scheme === "dark")) ?? [];
    expect(contrast(colour, GROUNDS[scheme].text)).toBeGreaterThanOrEqual(ENOUGH);
  });
});

it("contrast is measured as the standard does", () => {
  expect(contrast("#000", "#ffffff")).toBe(21);
  expect(contrast("#767676", "#fff")).toBeCloseTo(4.54, 2);
});
