import type { Film, Line, Piece } from "./film.ts";

const COLUMNS = 84;
const ROWS = 27;
const FONT_SIZE = 14;
/** The advance of a character in the widest of the usual monospace fonts is 0.62 of its size. */
const ADVANCE = FONT_SIZE * 0.62;
const ROW = 20;
const MARGIN = 16;
const HEAD = 36;
const WIDTH = Math.ceil(COLUMNS * ADVANCE);
const HEIGHT = HEAD + ROWS * ROW + MARGIN;

const FONTS = `ui-monospace,SFMono-Regular,Menlo,Consolas,"DejaVu Sans Mono","Liberation Mono",monospace`;
const LIGHT = { paper: "#fff", head: "#f3f5f7", edge: "#c9d1d9", ink: "#1f2328" };
const LIGHT_STYLES = { dim: "#5b636c", cyan: "#0b6a88", yellow: "#8a5a00", green: "#18702f", red: "#c21d28" };
const DARK = { paper: "#0f1419", head: "#1a2129", edge: "#39424d", ink: "#e4e9ef" };
const DARK_STYLES = { dim: "#98a2ae", cyan: "#5cc4e0", yellow: "#e0b04c", green: "#5fcf7c", red: "#ff7b72" };

/** Which part of a film a still shows: the screen as it was at this moment. */
export type Moment = (film: Film) => number;

/**
 * The film as one SVG without scripts: each text appears at its time, and the lines move up as a terminal moves them. Where
 * nothing moves, because the viewer cannot or the reader does not want it, it is the still.
 */
export function moving(film: Film, atRest: Moment): string {
  const times = [...new Set(film.lines.flat().map(({ at }) => at))].filter((at) => at > 0);
  const percent = (at: number): string => `${Number(((at / film.length) * 100).toFixed(3))}%`;
  const appear = times.map(
    (at, index) =>
      `@keyframes a${index}{0%{visibility:hidden}${percent(at)}{visibility:visible}}.a${index}{animation-name:a${index}}`,
  );
  const steps = scrolling(film).map(
    ({ at, rows }) => `${percent(at)}{transform:translateY(${-rows * ROW}px)}`,
  );
  const timing = `animation-duration:${film.length / 1000}s;animation-timing-function:step-end;animation-iteration-count:infinite`;
  const style = [
    `.film{display:none}`,
    `@media (prefers-reduced-motion:no-preference){.film{display:inline}.still{display:none}`,
    `.film text,.film tspan,.up{${timing}}.up{animation-name:up}}`,
    `@keyframes up{0%{transform:none}${steps.join("")}}`,
    ...appear,
  ];
  const marked = film.lines.map((line, row) => drawLine(line, row, (at) => times.indexOf(at)));
  return picture(style.join("\n"), [
    `<g class="still">${stillLines(film, atRest)}</g>`,
    `<g class="film"><g class="up">${marked.join("\n")}</g></g>`,
  ]);
}

export function still(film: Film, moment: Moment): string {
  return picture("", [stillLines(film, moment)]);
}

/** From when on how many rows have left the screen at the top. */
function scrolling({ lines }: Film): { at: number; rows: number }[] {
  const steps = new Map<number, number>();
  lines.forEach((line, row) => {
    const at = line[0]?.at;
    if (at !== undefined && row >= ROWS) steps.set(at, row + 1 - ROWS);
  });
  return Array.from(steps, ([at, rows]) => ({ at, rows }));
}

function stillLines(film: Film, moment: Moment): string {
  const until = moment(film);
  const shown = film.lines
    .map((line) => line.filter(({ at }) => at <= until))
    .slice(0, film.lines.findLastIndex((line) => (line[0]?.at ?? Infinity) <= until) + 1)
    .slice(-ROWS);
  return shown.map((line, row) => drawLine(line, row, () => -1)).join("\n");
}

/** One line of the screen. A piece that is there from the beginning, or in a still, carries no time. */
function drawLine(line: Line, row: number, index: (at: number) => number): string {
  if (line.length === 0) return "";
  const began = line[0]?.at ?? 0;
  const marks = (at: number): string[] => (index(at) === -1 ? [] : [`a${index(at)}`]);
  const pieces = line.map((piece) =>
    span(piece, [...piece.style, ...(piece.at === began ? [] : marks(piece.at))]),
  );
  return `<text y="${row * ROW}"${classes(marks(began))}>${pieces.join("")}</text>`;
}

function span(piece: Piece, marks: readonly string[]): string {
  const escaped = escape(piece.text);
  return marks.length === 0 ? escaped : `<tspan${classes(marks)}>${escaped}</tspan>`;
}

const classes = (names: readonly string[]): string =>
  names.length === 0 ? "" : ` class="${names.join(" ")}"`;

const escape = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");

function picture(style: string, content: readonly string[]): string {
  const colours = (frame: typeof LIGHT, styles: typeof LIGHT_STYLES): string =>
    [
      `.paper{fill:${frame.paper};stroke:${frame.edge}}.head{fill:${frame.head}}.edge{stroke:${frame.edge}}text{fill:${frame.ink}}`,
      ...Object.entries(styles).map(([name, colour]) => `.${name}{fill:${colour}}`),
    ].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-labelledby="t d">
<title id="t">confirm-guard: a person is asked</title>
<desc id="d">A terminal. A model asks caldav-mcp to delete a series of three events; the person reads the question and says no, and nothing is changed. The model asks again, the person says yes, and this one entry is gone. Then a model asks mealie-mcp to merge two foods; after a yes the first is gone and the other stands in its place.</desc>
<style>
text{font-family:${FONTS};font-size:${FONT_SIZE}px;white-space:pre}
.bold{font-weight:700}
${colours(LIGHT, LIGHT_STYLES)}
@media (prefers-color-scheme:dark){${colours(DARK, DARK_STYLES)}}
${style}
</style>
<rect class="paper" x=".5" y=".5" width="${WIDTH - 1}" height="${HEIGHT - 1}" rx="8"/>
<path class="head" d="M1 ${HEAD - 8}V9a8 8 0 0 1 8-8h${WIDTH - 18}a8 8 0 0 1 8 8v${HEAD - 17}z"/>
<path class="edge" d="M1 ${HEAD - 8}h${WIDTH - 2}"/>
<text class="dim" x="${MARGIN}" y="19">two scenes of: npm start</text>
<svg x="${MARGIN}" y="${HEAD}" width="${WIDTH - MARGIN}" height="${ROWS * ROW}" overflow="hidden"><g transform="translate(0 ${FONT_SIZE})" xml:space="preserve">
${content.join("\n")}
</g></svg>
</svg>
`;
}
