import type { Window } from "../ical/types.ts";
import { PREFIXES } from "./names.ts";

/** A request body in the compact form that tsdav writes out. Attribute values are not escaped there: own words only. */
export type Body = { readonly [element: string]: unknown };

/** The properties that requests ask for, by the prefixes of {@link PREFIXES}. */
export type Property =
  | "d:current-user-principal"
  | "d:current-user-privilege-set"
  | "d:displayname"
  | "d:getetag"
  | "d:resourcetype"
  | "c:calendar-data"
  | "c:calendar-description"
  | "c:calendar-home-set"
  | "c:calendar-user-address-set"
  | "c:max-resource-size"
  | "c:schedule-inbox-URL"
  | "c:schedule-outbox-URL"
  | "c:supported-calendar-component-set"
  | "cs:source"
  | "ca:calendar-color";

/** A question to one calendar. */
export type Report =
  | {
      kind: "calendar-query";
      component: "VEVENT" | "VTODO" | "VJOURNAL";
      /** Both bounds or none: several servers fail on an open range (F38). */
      window?: Window;
      /** Only entries with a recurrence rule. */
      recurringOnly?: true;
      /** Names the entries, without their data. */
      only?: "names";
    }
  | { kind: "calendar-multiget"; hrefs: readonly string[] }
  | {
      /** Names the events of a window whose title holds a text, or does not; without their data. */
      kind: "title-query";
      text: string;
      holding: "yes" | "no";
      window: Window;
    };

const NAMES_ONLY: readonly Property[] = ["d:getetag"];
const ENTRY_PROPERTIES: readonly Property[] = [...NAMES_ONLY, "c:calendar-data"];

export function propfindBody(properties: readonly Property[]): Body {
  return { "d:propfind": { _attributes: PREFIXES, "d:prop": propertyElements(properties) } };
}

export function reportBody(report: Report): Body {
  if (report.kind === "title-query") return titleQuery(report);
  if (report.kind === "calendar-multiget")
    return {
      "c:calendar-multiget": {
        _attributes: PREFIXES,
        "d:prop": propertyElements(ENTRY_PROPERTIES),
        "d:href": report.hrefs.map((href) => ({ _text: href })),
      },
    };
  const properties = propertyElements(report.only === "names" ? NAMES_ONLY : ENTRY_PROPERTIES);
  return {
    "c:calendar-query": { _attributes: PREFIXES, "d:prop": properties, "c:filter": filter(report) },
  };
}

function titleQuery({ text, holding, window }: Extract<Report, { kind: "title-query" }>): Body {
  const match =
    holding === "no" ? { _attributes: { "negate-condition": "yes" }, _text: text } : { _text: text };
  const titled = { _attributes: { name: "SUMMARY" }, "c:text-match": match };
  return {
    "c:calendar-query": {
      _attributes: PREFIXES,
      "d:prop": propertyElements(NAMES_ONLY),
      "c:filter": {
        "c:comp-filter": {
          _attributes: { name: "VCALENDAR" },
          "c:comp-filter": {
            _attributes: { name: "VEVENT" },
            "c:time-range": { _attributes: timeRange(window) },
            "c:prop-filter": titled,
          },
        },
      },
    },
  };
}

/** The component filter is never left out: without it servers answer 400, or with everything (F37). */
function filter({ component, window, recurringOnly }: Extract<Report, { kind: "calendar-query" }>): Body {
  const inner = {
    _attributes: { name: component },
    ...(window && { "c:time-range": { _attributes: timeRange(window) } }),
    ...(recurringOnly && { "c:prop-filter": { _attributes: { name: "RRULE" } } }),
  };
  return { "c:comp-filter": { _attributes: { name: "VCALENDAR" }, "c:comp-filter": inner } };
}

export function freeBusyBody(window: Window): Body {
  return {
    "c:free-busy-query": {
      _attributes: PREFIXES,
      "c:time-range": { _attributes: timeRange(window) },
    },
  };
}

function timeRange({ from, to }: Window): { start: string; end: string } {
  return { start: utc(from), end: utc(to) };
}

function propertyElements(properties: readonly Property[]): Body {
  return Object.fromEntries(properties.map((property) => [property, {}]));
}

const FIRST_DAY = Date.parse("0001-01-01T00:00:00Z");
const LAST_SECOND = Date.UTC(9999, 11, 31, 23, 59, 59);

/** RFC 5545 section 3.3.5, form 2; instants beyond what four digits of a year can say stop at the edge. */
function utc(instant: number): string {
  const within = Math.min(Math.max(instant, FIRST_DAY), LAST_SECOND);
  return `${new Date(within).toISOString().replaceAll(/[-:]/g, "").slice(0, 15)}Z`;
}
