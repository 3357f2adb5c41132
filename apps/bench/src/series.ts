import { createExpansionBudget, expandAll } from "../../../packages/caldav-mcp/src/ical/expansion.ts";
import { readDocument } from "../../../packages/caldav-mcp/src/ical/document.ts";
import { calendarWith, eventOf } from "./calendar-text.ts";
import { type Row, warmMedian } from "./measure.ts";

const SERIES = 200;
const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const VIEW = { zone: "Europe/Berlin", ownAddresses: new Set<string>() };
/** Time is what is measured here, so it must not be what ends the work. */
const UNBOUNDED = { perEntryMs: Number.POSITIVE_INFINITY, totalMs: Number.POSITIVE_INFINITY };

const RULES = [
  "FREQ=DAILY",
  "FREQ=WEEKLY;BYDAY=MO,WE,FR",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU",
  "FREQ=MONTHLY;BYDAY=1MO",
  "FREQ=MONTHLY;BYMONTHDAY=-1",
  "FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
  "FREQ=YEARLY",
  "FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU",
];

/** Reads and expands series that began long ago, as a listing does with what a server sent. */
export async function measureSeries(): Promise<Row[]> {
  const texts = Array.from({ length: SERIES }, (_, index) =>
    calendarWith(
      eventOf({
        uid: `series-${index}`,
        start: `;TZID=Europe/Berlin:20100104T${String(8 + (index % 10)).padStart(2, "0")}0000`,
        rule: RULES[index % RULES.length] ?? "FREQ=DAILY",
      }),
    ),
  );
  const ms = await warmMedian(async () => {
    const { notExpanded } = await expandAll(
      texts.map(readDocument),
      YEAR,
      VIEW,
      createExpansionBudget(UNBOUNDED),
    );
    if (notExpanded.length > 0) throw new Error("A series was not expanded.");
  });
  return [{ what: `${SERIES} series from 2010, one year`, value: ms, unit: "ms", aim: "at most 150" }];
}
