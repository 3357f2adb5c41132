/** The zone that the samples are written in. */
export const SAMPLE_ZONE = "Europe/Berlin";

const DAY_MS = 86_400_000;

/** `YYYY-MM-DD` in the zone of the samples, some days from now. */
export function dayOf(now: number, offset = 0): string {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone: SAMPLE_ZONE,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  }).formatToParts(now + offset * DAY_MS);
  const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
}
