import type { Recipe } from "../api/recipe-shapes.ts";

/** For how many servings a recipe is written, and where that stands. */
export type Written = { servings: number; from: "servings" | "yield_text" };

/** From one number of servings to another. */
export type Scale = { from: number; to: number };

/** Undefined when the recipe does not say it as one number. Up to v2 it stands in the text of the yield alone. */
export function servingsOf({ recipeServings, recipeYield }: Recipe): Written | undefined {
  if (recipeServings !== undefined && recipeServings > 0)
    return { servings: recipeServings, from: "servings" };
  const numbers = recipeYield?.slice(0, 255).match(/\d+(?:[.,]\d+)?/g) ?? [];
  // Three digits after the mark may as well be thousands.
  if (/[.,]\d{3}$/.test(numbers[0] ?? "")) return undefined;
  const servings = Number(numbers[0]?.replace(",", "."));
  return numbers.length === 1 && servings > 0 ? { servings, from: "yield_text" } : undefined;
}

/**
 * A quantity for another number of servings, computed as a fraction of whole numbers and rounded once: three times 0.1
 * is 0.3.
 */
export function scaled(quantity: number, { from, to }: Scale): number {
  const [amount, more, less] = [fractionOf(quantity), fractionOf(to), fractionOf(from)];
  if (amount === undefined || more === undefined || less === undefined)
    return Math.min((quantity * to) / from, Number.MAX_VALUE);
  return quotient(amount.over * more.over * less.under, amount.under * more.under * less.over);
}

type Fraction = { over: bigint; under: bigint };

/** A number as it is written in decimal digits; one that needs an exponent is not worth it. */
function fractionOf(value: number): Fraction | undefined {
  const [, whole, digits = ""] = /^(\d+)(?:\.(\d+))?$/.exec(String(value)) ?? [];
  if (whole === undefined) return undefined;
  return { over: BigInt(whole + digits), under: 10n ** BigInt(digits.length) };
}

/** More digits after the point than a number keeps of anything one cooks with, so that it is rounded once. */
const DIGITS = 25;
const PRECISION = 10n ** BigInt(DIGITS);

function quotient(over: bigint, under: bigint): number {
  const whole = over / under;
  const rest = ((over % under) * PRECISION * 2n + under) / (under * 2n);
  const carried = rest === PRECISION;
  return Number(`${carried ? whole + 1n : whole}.${(carried ? 0n : rest).toString().padStart(DIGITS, "0")}`);
}
