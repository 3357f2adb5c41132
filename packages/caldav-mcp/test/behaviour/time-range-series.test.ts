import { testTimeRange, type TimeRangeCase } from "./time-range-cases.ts";

const component = "VEVENT";

/** Xandikos 0.2.8 looks at the first instance of a series alone, and so finds no later one. */
const later = { usual: true, xandikos: false };

const MORNING = "DTSTART;TZID=Europe/Berlin:20260302T090000\nDTEND;TZID=Europe/Berlin:20260302T093000";

const CASES: TimeRangeCase[] = [
  {
    says: "a weekly series at its wall time on both sides of the clock change",
    component,
    entries: [`${MORNING}\nRRULE:FREQ=WEEKLY`],
    rows: [
      ["2026-03-02 08:00", "2026-03-02 08:30", true],
      ["2026-03-23 08:00", "2026-03-23 08:30", later],
      ["2026-03-30 08:00", "2026-03-30 08:30", false],
      ["2026-03-30 07:00", "2026-03-30 07:30", later],
      ["2036-03-31 07:00", "2036-03-31 07:30", later],
    ],
  },
  {
    says: "no occurrence before the series starts, nor between two of them",
    component,
    entries: [`${MORNING}\nRRULE:FREQ=WEEKLY`],
    rows: [
      ["2026-02-23 00:00", "2026-03-02 00:00", false],
      ["2026-03-24 00:00", "2026-03-30 00:00", false],
    ],
  },
  {
    says: "no occurrence on an excluded day",
    component,
    entries: [`${MORNING}\nRRULE:FREQ=DAILY\nEXDATE;TZID=Europe/Berlin:20260304T090000`],
    rows: [
      ["2026-03-04 00:00", "2026-03-05 00:00", false],
      ["2026-03-05 00:00", "2026-03-06 00:00", later],
    ],
  },
  {
    says: "no occurrence that is excluded by its instant in UTC",
    component,
    entries: [`${MORNING}\nRRULE:FREQ=DAILY\nEXDATE:20260304T080000Z`],
    rows: [
      ["2026-03-04 00:00", "2026-03-05 00:00", false],
      ["2026-03-05 00:00", "2026-03-06 00:00", later],
    ],
  },
  {
    says: "a moved occurrence where it went, and not where it was",
    component,
    entries: [
      `${MORNING}\nRRULE:FREQ=WEEKLY`,
      "RECURRENCE-ID;TZID=Europe/Berlin:20260309T090000\n" +
        "DTSTART;TZID=Europe/Berlin:20260311T090000\nDTEND;TZID=Europe/Berlin:20260311T093000",
    ],
    rows: [
      // Cyrus 3.6 lists it in both places.
      ["2026-03-09 00:00", "2026-03-10 00:00", { usual: false, cyrus: true }],
      ["2026-03-11 00:00", "2026-03-12 00:00", later],
      ["2026-03-12 00:00", "2026-03-16 00:00", false],
      ["2026-03-16 00:00", "2026-03-17 00:00", later],
    ],
  },
  {
    says: "the occurrence that stands on UNTIL, and none after it",
    component,
    entries: [`${MORNING}\nRRULE:FREQ=DAILY;UNTIL=20260305T080000Z`],
    rows: [
      ["2026-03-05 00:00", "2026-03-06 00:00", later],
      ["2026-03-06 00:00", "2026-03-07 00:00", false],
    ],
  },
  {
    says: "as many occurrences as COUNT says",
    component,
    entries: ["DTSTART:20260302T090000Z\nDTEND:20260302T093000Z\nRRULE:FREQ=DAILY;COUNT=4"],
    rows: [
      ["2026-03-05 00:00", "2026-03-06 00:00", later],
      ["2026-03-06 00:00", "2026-03-07 00:00", false],
    ],
  },
  {
    says: "an all-day series on its days",
    component,
    entries: ["DTSTART;VALUE=DATE:20260302\nDTEND;VALUE=DATE:20260303\nRRULE:FREQ=WEEKLY;UNTIL=20260316"],
    rows: [
      // Cyrus 3.6 rounds days outwards.
      ["2026-03-10 00:00", "2026-03-16 00:00", { usual: false, cyrus: true }],
      ["2026-03-16 00:00", "2026-03-17 00:00", later],
      ["2026-03-17 00:00", "2026-03-18 00:00", false],
      ["2026-03-23 00:00", "2026-03-24 00:00", false],
    ],
  },
  {
    says: "the last Friday of each month",
    component,
    entries: ["DTSTART:20260130T090000Z\nDTEND:20260130T093000Z\nRRULE:FREQ=MONTHLY;BYDAY=-1FR"],
    rows: [
      ["2026-02-20 00:00", "2026-02-21 00:00", false],
      ["2026-02-27 00:00", "2026-02-28 00:00", later],
    ],
  },
  {
    says: "a leap day in leap years only",
    component,
    entries: ["DTSTART;VALUE=DATE:20240229\nRRULE:FREQ=YEARLY"],
    rows: [
      ["2026-02-28 00:00", "2026-03-02 00:00", false],
      ["2028-02-29 00:00", "2028-03-01 00:00", later],
    ],
  },
  {
    says: "added dates without any rule",
    component,
    entries: ["DTSTART:20260302T090000Z\nDTEND:20260302T093000Z\nRDATE:20260305T090000Z"],
    rows: [
      ["2026-03-02 00:00", "2026-03-03 00:00", true],
      ["2026-03-03 00:00", "2026-03-05 00:00", false],
      ["2026-03-05 00:00", "2026-03-06 00:00", later],
    ],
  },
  {
    says: "an occurrence that began the day before",
    component,
    entries: ["DTSTART:20260302T230000Z\nDTEND:20260303T010000Z\nRRULE:FREQ=WEEKLY"],
    rows: [
      ["2026-03-10 00:00", "2026-03-10 00:30", later],
      ["2026-03-10 01:00", "2026-03-10 02:00", false],
    ],
  },
  {
    // RFC 5545 §3.3.10 ignores the time that the clocks skip; Radicale 3.1.8 and Cyrus 3.6 list and count it.
    says: "no occurrence at a time that the clocks skip",
    component,
    entries: [
      "DTSTART;TZID=Europe/Berlin:20260328T023000\nDTEND;TZID=Europe/Berlin:20260328T024500\n" +
        "RRULE:FREQ=DAILY;COUNT=4",
    ],
    rows: [
      ["2026-03-29 00:00", "2026-03-29 12:00", { usual: false, radicale: true, cyrus: true }],
      ["2026-03-30 00:00", "2026-03-30 12:00", later],
      ["2026-04-01 00:00", "2026-04-01 12:00", { ...later, radicale: false, cyrus: false }],
    ],
  },
];

testTimeRange(CASES);
