import type { Film } from "./film.ts";
import { moving, still } from "./picture.ts";

/** The files of docs/public that show the demo: name → SVG. */
export function pictures(film: Film): Record<string, string> {
  return { "demo.svg": moving(film, afterTheNo), "demo-still.svg": still(film, afterTheNo) };
}

/** The question, the no, and what was then found in the calendar: the last finding before the second dialog. */
function afterTheNo({ lines }: Film): number {
  const begins = (beginning: string): number[] =>
    lines.filter(([piece]) => piece?.text.startsWith(beginning)).map(([piece]) => piece?.at ?? 0);
  const [, second = 0] = begins("┌─");
  const findings = lines.flat().filter(({ text, at }) => text === "✓" && at < second);
  return Math.max(...findings.map(({ at }) => at));
}
