import { testTimeRange, type TimeRangeCase } from "./time-range-cases.ts";

/** Cyrus 3.6 gives tasks and journal entries a length by DURATION alone; a window has to begin before the others. */
const withoutLength = { usual: true, cyrus: false };

const TASKS: TimeRangeCase[] = [
  {
    says: "a task with start and duration, its end included",
    component: "VTODO",
    entries: ["DTSTART:20260914T090000Z\nDURATION:PT1H"],
    rows: [
      ["2026-09-14 08:00", "2026-09-14 09:00", false],
      ["2026-09-14 09:30", "2026-09-14 09:31", true],
      ["2026-09-14 10:00", "2026-09-14 11:00", { usual: true, cyrus: false }],
      ["2026-09-14 10:01", "2026-09-14 11:00", false],
    ],
  },
  {
    says: "a task with start and due",
    component: "VTODO",
    entries: ["DTSTART:20260914T090000Z\nDUE:20260914T100000Z"],
    rows: [
      ["2026-09-14 08:00", "2026-09-14 09:00", { usual: false, xandikos: true }],
      ["2026-09-14 08:30", "2026-09-14 09:31", true],
      ["2026-09-14 09:30", "2026-09-14 09:31", withoutLength],
      ["2026-09-14 10:00", "2026-09-14 11:00", false],
    ],
  },
  {
    says: "a task with a start alone",
    component: "VTODO",
    entries: ["DTSTART:20260914T090000Z"],
    rows: [
      ["2026-09-14 08:00", "2026-09-14 09:00", false],
      ["2026-09-14 08:30", "2026-09-14 09:31", true],
      ["2026-09-14 09:00", "2026-09-14 09:31", withoutLength],
      ["2026-09-14 09:01", "2026-09-14 11:00", false],
    ],
  },
  {
    says: "a task with a due time in the window that ends with it",
    component: "VTODO",
    entries: ["DUE:20260914T090000Z"],
    rows: [
      ["2026-09-14 07:00", "2026-09-14 08:00", false],
      ["2026-09-14 08:00", "2026-09-14 09:01", true],
      ["2026-09-14 08:00", "2026-09-14 09:00", withoutLength],
      ["2026-09-14 09:00", "2026-09-14 10:00", false],
    ],
  },
  {
    // Radicale 3.1.8 wants the window to hold one of the two, not to lie between them.
    says: "a task from its creation to its completion",
    component: "VTODO",
    entries: ["CREATED:20260910T090000Z\nCOMPLETED:20260914T090000Z"],
    rows: [
      ["2026-09-08 00:00", "2026-09-09 00:00", false],
      ["2026-09-12 00:00", "2026-09-13 00:00", { usual: true, radicale: false }],
      ["2026-09-15 00:00", "2026-09-16 00:00", false],
    ],
  },
  {
    says: "a completed task at its completion",
    component: "VTODO",
    entries: ["COMPLETED:20260914T090000Z"],
    rows: [
      ["2026-09-08 00:00", "2026-09-09 00:00", false],
      ["2026-09-14 00:00", "2026-09-15 00:00", true],
      ["2026-09-15 00:00", "2026-09-16 00:00", false],
    ],
  },
  {
    says: "a task without dates from its creation on",
    component: "VTODO",
    entries: ["CREATED:20260914T090000Z"],
    rows: [
      ["2026-09-08 00:00", "2026-09-09 00:00", false],
      ["2026-09-14 00:00", "2026-09-15 00:00", true],
      ["2026-09-20 00:00", "2026-09-21 00:00", true],
    ],
  },
  {
    says: "a task without any date in every window",
    component: "VTODO",
    entries: ["SUMMARY:Some day"],
    rows: [["2026-09-14 00:00", "2026-09-15 00:00", true]],
  },
  {
    says: "a recurring task at its later occurrences",
    component: "VTODO",
    entries: ["DTSTART:20260914T090000Z\nDUE:20260914T100000Z\nRRULE:FREQ=WEEKLY"],
    rows: [
      ["2026-09-21 08:30", "2026-09-21 09:31", { usual: true, xandikos: false }],
      ["2026-09-21 09:30", "2026-09-21 09:31", { ...withoutLength, xandikos: false }],
      ["2026-09-22 00:00", "2026-09-23 00:00", false],
    ],
  },
];

const JOURNALS: TimeRangeCase[] = [
  {
    says: "a journal entry at its time",
    component: "VJOURNAL",
    entries: ["DTSTART:20260914T090000Z"],
    rows: [
      ["2026-09-14 08:30", "2026-09-14 10:00", true],
      ["2026-09-14 09:00", "2026-09-14 10:00", withoutLength],
      ["2026-09-14 09:01", "2026-09-14 10:00", false],
    ],
  },
  {
    says: "a journal entry of a day on that day",
    component: "VJOURNAL",
    entries: ["DTSTART;VALUE=DATE:20260914"],
    rows: [
      ["2026-09-13 12:00", "2026-09-14 13:00", true],
      ["2026-09-14 12:00", "2026-09-14 13:00", withoutLength],
      ["2026-09-15 00:00", "2026-09-16 00:00", false],
    ],
  },
  {
    says: "a journal entry without a date in no window",
    component: "VJOURNAL",
    entries: ["SUMMARY:Some thoughts"],
    rows: [["2026-09-14 12:00", "2026-09-14 13:00", false]],
  },
];

testTimeRange([...TASKS, ...JOURNALS]);
