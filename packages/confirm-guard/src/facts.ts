import { GuardUsageError } from "./errors.ts";

/** Never exported: nobody else can write an object of these types. */
const MADE: unique symbol = Symbol("confirm-guard fact");

/** A date or an instant for a person to read; made by {@link factDate} only. */
export type FactDate = {
  /** @internal */
  readonly [MADE]: "date";
};
/** A checked id; made by {@link factId} only. */
export type FactId = {
  /** @internal */
  readonly [MADE]: "id";
};
/** The host that the operator configured; made by {@link factHost} only. */
export type FactHost = {
  /** @internal */
  readonly [MADE]: "host";
};

/** What may stand in a question as a fact. A plain string is not among them, so foreign text cannot become one. */
export type Fact = number | boolean | FactDate | FactId | FactHost;

/** What {@link factDate} takes: a day, or an instant and the zone to read it in. */
export type FactDateInput =
  /** A whole day, `YYYY-MM-DD`. */
  | {
      /** The day. */
      date: string;
    }
  /** A point in time in ISO 8601 with `Z` or an offset, and the IANA zone in which a person should read it. */
  | {
      /** The instant. */
      instant: string;
      /** The name of the zone. */
      zone: string;
    };

// The text lives beside the object: a look-alike object that did not come from here has no text and is refused.
const texts = new WeakMap<object, string>();

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"] as const;
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"] as const;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/u;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/u;
const ZONE = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/u;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/iu;
const INTEGER = /^-?\d{1,20}$/u;
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/iu;

/**
 * Makes a date that a person reads in a question, always in the same English: `Mon 14 Sep 2026` or
 * `Mon 14 Sep 2026, 09:00 (Europe/Berlin)`.
 *
 * @throws GuardUsageError (`bad-fact`) when the date does not exist or the zone is unknown.
 *
 * @example
 * ```ts
 * const starts = factDate({ instant: "2026-09-14T07:00:00Z", zone: "Europe/Berlin" });
 * const day = factDate({ date: "2026-09-14" });
 * ```
 */
export function factDate(value: FactDateInput): FactDate {
  const text = "date" in value ? dayText(value.date) : instantText(value.instant, value.zone);
  return keep({ [MADE]: "date" }, text);
}

/**
 * Makes an id that may stand in a question: a UUID or an integer, nothing that could be a sentence.
 *
 * @throws GuardUsageError (`bad-fact`) on anything else, so check an id that another server sent before you get here.
 *
 * @example
 * ```ts
 * const food = factId("3f2a9c04-5b1e-4d7a-9c55-0a1b2c3d4e5f");
 * ```
 */
export function factId(value: string | number): FactId {
  const text = String(value);
  const valid =
    typeof value === "number" ? Number.isSafeInteger(value) : UUID.test(text) || INTEGER.test(text);
  if (!valid) throw badFact("an id must be a UUID or an integer");
  return keep({ [MADE]: "id" }, text);
}

/**
 * Makes the host of the account that a person recognises. It is the operator's own setting, as `new URL(url).host`
 * gives it; never a name that another server sent.
 *
 * @throws GuardUsageError (`bad-fact`) when it is not a host name with an optional port.
 *
 * @example
 * ```ts
 * const account = factHost(new URL("https://dav.example.org/").host);
 * ```
 */
export function factHost(value: string): FactHost {
  if (!HOST.test(value)) throw badFact("a host must be a host name with an optional port");
  return keep({ [MADE]: "host" }, value);
}

/** The text of a fact. Package-internal. */
export function factText(fact: unknown): string {
  if (typeof fact === "boolean") return fact ? "yes" : "no";
  if (typeof fact === "number" && Number.isFinite(fact)) return String(fact);
  const text = typeof fact === "object" && fact !== null ? texts.get(fact) : undefined;
  if (text === undefined)
    throw badFact("a fact must be a number, a boolean, or made by factDate, factId or factHost");
  return text;
}

function keep<Made extends object>(fact: Made, text: string): Made {
  texts.set(fact, text);
  return Object.freeze(fact);
}

function dayText(date: string): string {
  const [, year, month, day] = DATE.exec(date) ?? [];
  if (year === undefined) throw badFact("a date must be written YYYY-MM-DD");
  const text = calendarText(Number(year), Number(month), Number(day));
  if (text === undefined) throw badFact("a date must exist in the calendar");
  return text;
}

function instantText(instant: string, zone: string): string {
  const time = INSTANT.test(instant) ? Date.parse(instant) : Number.NaN;
  if (Number.isNaN(time)) throw badFact("an instant must be ISO 8601 with Z or an offset");
  const parts = wallParts(time, zone);
  const text = calendarText(Number(parts["year"]), Number(parts["month"]), Number(parts["day"]));
  if (text === undefined) throw badFact("an instant must lie in the years 1 to 9999");
  return `${text}, ${parts["hour"]}:${parts["minute"]} (${zone})`;
}

function wallParts(time: number, zone: string): Record<string, string> {
  const formatter = ZONE.test(zone) ? formatterFor(zone) : undefined;
  if (formatter === undefined) throw badFact("a zone must be a known IANA name");
  return Object.fromEntries(formatter.formatToParts(time).map((part) => [part.type, part.value]));
}

/** Digits only, in the proleptic Gregorian calendar; the names of days and months are our own. */
function formatterFor(zone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat("en-u-ca-iso8601-nu-latn", {
      timeZone: zone,
      hourCycle: "h23",
      year: "numeric",
      month: "2-digit",
      day: "2-digit",
      hour: "2-digit",
      minute: "2-digit",
    });
  } catch {
    return undefined;
  }
}

function calendarText(year: number, month: number, day: number): string | undefined {
  const midnight = new Date(0);
  midnight.setUTCFullYear(year, month - 1, day);
  const exists = midnight.getUTCFullYear() === year && midnight.getUTCMonth() === month - 1;
  if (!exists || midnight.getUTCDate() !== day || year < 1) return undefined;
  const weekday = WEEKDAYS[midnight.getUTCDay()];
  return `${weekday} ${day} ${MONTHS[month - 1]} ${String(year).padStart(4, "0")}`;
}

function badFact(rule: string): GuardUsageError {
  return new GuardUsageError("bad-fact", `A fact of a question cannot be shown: ${rule}.`);
}
