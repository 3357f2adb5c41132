import { calendarWith, eventOf } from "./calendar-text.ts";

/** The month that is listed, in the form that each of those that list it takes. */
export const SEPTEMBER = {
  from: "2026-09-01T00:00:00Z",
  to: "2026-10-01T00:00:00Z",
  /** What a server is asked for: a day more on each side, as ours asks for it. */
  asked: { start: "20260831T000000Z", end: "20261002T000000Z" },
};

/** Half of so many events is in September 2026, the other half in October. */
export function eventTexts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => {
    const month = index % 2 === 0 ? "09" : "10";
    const day = twoDigits(1 + (Math.floor(index / 2) % 28));
    const time = `${twoDigits(8 + (index % 10))}${twoDigits(index % 60)}00`;
    return eventOf({ uid: `event-${index}`, start: `:2026${month}${day}T${time}Z` });
  });
}

/** All of them in one document, which servers take apart when it is imported. */
export function calendarOf(count: number): string {
  return calendarWith(...eventTexts(count));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}
