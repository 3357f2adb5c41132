const DAY = 86_400_000;

/** Dates around one day, in the forms that iCalendar writes. */
export type Dates = {
  /** `20260914` */
  date(offset: number): string;
  /** `20260914T093000` */
  at(offset: number, time: string): string;
  /** `MO` ... `SU` */
  weekday(offset: number): string;
};

/** `today` is `YYYY-MM-DD`; offsets are in days. */
export function datesAround(today: string): Dates {
  const base = Date.parse(`${today}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(today) || Number.isNaN(base)) {
    throw new TypeError("The day of a sample calendar is given as YYYY-MM-DD.");
  }
  const day = (offset: number): Date => new Date(base + offset * DAY);
  const date = (offset: number): string => day(offset).toISOString().slice(0, 10).replaceAll("-", "");
  return {
    date,
    at: (offset, time) => `${date(offset)}T${time}00`,
    weekday: (offset) => ["SU", "MO", "TU", "WE", "TH", "FR", "SA"][day(offset).getUTCDay()] ?? "MO",
  };
}
