import { testTimeRange, type TimeRangeCase } from "./time-range-cases.ts";

const component = "VEVENT";

/** Cyrus 3.6 rounds days outwards: a window that ends where a day begins meets it. */
const untilItsDay = { usual: false, cyrus: true };

/** Cyrus 3.6 gives a day without an end no length, and a window has to begin before it. */
const withoutEnd = { usual: true, cyrus: false };

const CASES: TimeRangeCase[] = [
  {
    says: "a timed event only where the half-open window meets it",
    component,
    entries: ["DTSTART:20260914T090000Z\nDTEND:20260914T100000Z"],
    rows: [
      ["2026-09-14 09:00", "2026-09-14 10:00", true],
      ["2026-09-14 09:30", "2026-09-14 09:31", true],
      ["2026-09-14 10:00", "2026-09-14 11:00", false],
      ["2026-09-14 08:00", "2026-09-14 09:00", false],
    ],
  },
  {
    says: "a timed event in windows with one bound",
    component,
    entries: ["DTSTART:20260914T090000Z\nDTEND:20260914T100000Z"],
    rows: [
      ["2026-09-14 09:59", "", true],
      ["2026-09-14 10:00", "", false],
      ["", "2026-09-14 09:01", true],
      ["", "2026-09-14 09:00", false],
    ],
  },
  {
    says: "an event that contains the window",
    component,
    entries: ["DTSTART:20260901T090000Z\nDTEND:20260930T090000Z"],
    rows: [["2026-09-14 09:00", "2026-09-14 10:00", true]],
  },
  {
    says: "an event in a zone at the instant it stands for",
    component,
    entries: ["DTSTART;TZID=Europe/Berlin:20260914T090000\nDTEND;TZID=Europe/Berlin:20260914T100000"],
    rows: [
      ["2026-09-14 07:00", "2026-09-14 08:00", true],
      ["2026-09-14 09:00", "2026-09-14 10:00", false],
    ],
  },
  {
    says: "an all-day event of two days, its end exclusive",
    component,
    entries: ["DTSTART;VALUE=DATE:20260914\nDTEND;VALUE=DATE:20260916"],
    rows: [
      ["2026-09-13 00:00", "2026-09-14 00:00", untilItsDay],
      ["2026-09-14 00:00", "2026-09-14 01:00", true],
      ["2026-09-15 23:00", "2026-09-16 00:00", true],
      ["2026-09-16 00:00", "2026-09-17 00:00", false],
    ],
  },
  {
    says: "an all-day event without an end as one day",
    component,
    entries: ["DTSTART;VALUE=DATE:20260914"],
    rows: [
      ["2026-09-13 12:00", "2026-09-14 12:00", true],
      ["2026-09-14 12:00", "2026-09-14 13:00", withoutEnd],
      ["2026-09-15 00:00", "2026-09-16 00:00", false],
    ],
  },
  {
    says: "an event without an end at its start",
    component,
    entries: ["DTSTART:20260914T090000Z"],
    refusedBy: ["cyrus"],
    rows: [
      ["2026-09-14 09:00", "2026-09-14 10:00", true],
      ["2026-09-14 08:00", "2026-09-14 09:00", false],
      ["2026-09-14 09:01", "2026-09-14 10:00", false],
    ],
  },
  {
    says: "an event with a duration up to its end",
    component,
    entries: ["DTSTART:20260914T090000Z\nDURATION:PT2H"],
    rows: [
      ["2026-09-14 10:30", "2026-09-14 10:45", true],
      ["2026-09-14 11:00", "2026-09-14 12:00", false],
    ],
  },
  {
    says: "an event of no duration at its start",
    component,
    entries: ["DTSTART:20260914T090000Z\nDURATION:PT0S"],
    refusedBy: ["cyrus"],
    rows: [
      ["2026-09-14 09:00", "2026-09-14 10:00", { usual: true, xandikos: false }],
      ["2026-09-14 08:00", "2026-09-14 09:00", false],
    ],
  },
  {
    says: "an occurrence whose series is stored elsewhere",
    component,
    entries: ["RECURRENCE-ID:20260302T090000Z\nDTSTART:20260302T100000Z\nDTEND:20260302T103000Z"],
    refusedBy: ["radicale"],
    rows: [
      ["2026-03-02 10:00", "2026-03-02 11:00", true],
      ["2026-03-02 09:00", "2026-03-02 10:00", false],
    ],
  },
];

testTimeRange(CASES);
