import type { Benchmark } from "../../benchmark.ts";
import { processorTime } from "../../measure/clocks.ts";
import { interleave } from "../../measure/interleave.ts";
import type { Spread } from "../../measure/spread.ts";
import { atMost, type Goal, type Row } from "../../report/row.ts";
import { expandOurs, expandWithIcal, expandWithRrule, type Span } from "./expanders.ts";
import { seriesTexts, zonedTexts } from "./texts.ts";

const ROUNDS = 9;
/** What ical.js does takes seconds, so it is compared on a smaller number, and less often. */
const COMPARED_ROUNDS = 5;
const SERIES = { whole: 200, compared: 40 };
const SINGLE = { whole: 5_000, compared: 500 };
/** In the year the ends of the days of a zone do not matter: nothing is near midnight. */
const YEAR: Span = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const SEPTEMBER: Span = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };
const OURS = "ours";

export const expansion: Benchmark = {
  name: "expansion",
  title: "reading entries and finding their occurrences",
  async measure() {
    const texts = (count: number): string[] => seriesTexts(count).map(({ text }) => text);
    const compared = seriesTexts(SERIES.compared);
    const whatSeries = (count: number): string => `${count} series from 2010, one year`;
    const whatSingle = (count: number): string =>
      `${count.toLocaleString("en")} single events, each with its VTIMEZONE`;
    const series = await compare(whatSeries(SERIES.compared), {
      [OURS]: () => expandOurs(texts(SERIES.compared), YEAR),
      "ical.js": () => expandWithIcal(texts(SERIES.compared), YEAR),
      "rrule, rules only": () => expandWithRrule(compared, YEAR),
    });
    const zoned = zonedTexts(SINGLE.compared);
    const single = await compare(whatSingle(SINGLE.compared), {
      [OURS]: () => expandOurs(zoned, SEPTEMBER),
      "ical.js": () => expandWithIcal(zoned, SEPTEMBER),
    });
    const wholeSeries = texts(SERIES.whole);
    const wholeZoned = zonedTexts(SINGLE.whole);
    const allDifferent = zonedTexts(SINGLE.whole, SINGLE.whole);
    return {
      rows: [
        await alone(whatSeries(SERIES.whole), () => expandOurs(wholeSeries, YEAR), atMost("figure", 150)),
        ...series.rows,
        await alone(whatSingle(SINGLE.whole), () => expandOurs(wholeZoned, SEPTEMBER), atMost("figure", 500)),
        await alone(`${whatSingle(SINGLE.whole)}, no two alike`, () => expandOurs(allDifferent, SEPTEMBER)),
        ...single.rows,
      ],
      notes: [
        "All of it is processor time of this process: nothing here waits for anything.",
        `Occurrences found in ${SERIES.compared} series: ${series.found}.`,
        "The VTIMEZONE blocks are of four zones, as in a calendar that one program filled; `no two alike` is the worst case.",
        "rrule reads no calendars and knows no zones; it is given the bare rules.",
      ],
    };
  },
};

type Expand = () => number | Promise<number>;

async function alone(what: string, expand: Expand, goal?: Goal): Promise<Row> {
  const spreadOf = await interleave([{ name: OURS, run: async () => void (await expand()) }], {
    rounds: ROUNDS,
    warmUps: 2,
    clock: processorTime,
  });
  return { what, unit: "ms", ours: spreadOf(OURS), ...(goal === undefined ? {} : { goal }) };
}

/** All of them on the same texts. */
async function compare(
  what: string,
  expanders: Readonly<Record<string, Expand>>,
): Promise<{ rows: Row[]; found: string }> {
  const found = new Map<string, number>();
  const spreadOf: (name: string) => Spread = await interleave(
    Object.entries(expanders).map(([name, expand]) => ({
      name,
      run: async () => void found.set(name, await expand()),
    })),
    { rounds: COMPARED_ROUNDS, clock: processorTime },
  );
  const others = Object.keys(expanders).filter((name) => name !== OURS);
  return {
    rows: others.map((name) => ({
      what,
      unit: "ms",
      ours: spreadOf(OURS),
      beside: { name, spread: spreadOf(name) },
    })),
    found: [...found].map(([name, count]) => `${name} ${count.toLocaleString("en")}`).join(", "),
  };
}
