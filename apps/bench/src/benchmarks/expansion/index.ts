import type { Benchmark } from "../../benchmark.ts";
import { processorTime } from "../../measure/clocks.ts";
import { interleave } from "../../measure/interleave.ts";
import { atMost } from "../../report/row.ts";
import { expandOurs, expandWithIcal, expandWithRrule, type Span } from "./expanders.ts";
import { seriesTexts, zonedTexts } from "./texts.ts";

const ROUNDS = 9;
/** Peers that take seconds are run less often. */
const SLOW = 2;
const SERIES = 200;
const SINGLE = 5_000;
/** In the year the ends of the days of a zone do not matter: nothing is near midnight. */
const YEAR: Span = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const SEPTEMBER: Span = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };
const ICAL = "ical.js";
const RRULE = "rrule, rules only";

export const expansion: Benchmark = {
  name: "expansion",
  title: "reading entries and finding their occurrences",
  async measure() {
    const series = seriesTexts(SERIES);
    const texts = series.map(({ text }) => text);
    const found = new Map<string, number>();
    const repeating = await interleave(
      [
        { name: "ours", run: async () => void found.set("ours", await expandOurs(texts, YEAR)) },
        { name: RRULE, run: () => void found.set(RRULE, expandWithRrule(series, YEAR)) },
        { name: ICAL, run: () => void found.set(ICAL, expandWithIcal(texts, YEAR)), atMost: SLOW },
      ],
      { rounds: ROUNDS, warmUps: 0, clock: processorTime },
    );
    const zoned = zonedTexts(SINGLE);
    const single = await interleave(
      [
        { name: "ours", run: () => expectAll(expandOurs(zoned, SEPTEMBER)) },
        { name: ICAL, run: () => expectAll(expandWithIcal(zoned, SEPTEMBER)), atMost: SLOW },
      ],
      { rounds: ROUNDS, warmUps: 0, clock: processorTime },
    );
    const whatSeries = `${SERIES} series from 2010, one year`;
    const whatSingle = `${SINGLE.toLocaleString("en")} single events with a zone of their own`;
    const row = (what: string, spreadOf: typeof single, name: typeof ICAL) => ({
      what,
      unit: "ms",
      ours: spreadOf("ours"),
      beside: { name, spread: spreadOf(name) },
    });
    return {
      rows: [
        { ...row(whatSeries, repeating, ICAL), goal: atMost("figure", 150) },
        {
          what: whatSeries,
          unit: "ms",
          ours: repeating("ours"),
          beside: { name: RRULE, spread: repeating(RRULE) },
        },
        { ...row(whatSingle, single, ICAL), goal: atMost("figure", 500) },
      ],
      notes: [
        "All of it is processor time of this process: nothing here waits for anything.",
        `Occurrences found in the series: ${[...found]
          .map(([name, count]) => `${name} ${count.toLocaleString("en")}`)
          .join(", ")}.`,
        "rrule reads no calendars and knows no zones; it is given the bare rules.",
      ],
    };
  },
};

async function expectAll(expanding: number | Promise<number>): Promise<void> {
  const found = await expanding;
  if (found !== SINGLE) throw new Error(`${found} events were found instead of ${SINGLE}.`);
}
