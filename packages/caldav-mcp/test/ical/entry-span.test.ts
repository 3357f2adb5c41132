import { expect, it } from "vitest";
import { readDocument } from "../../src/ical/document.ts";
import { startOf } from "../../src/ical/occurrences.ts";
import { renderMoment } from "../../src/ical/instants.ts";
import { event } from "./documents.ts";

const view = { zone: "Pacific/Kiritimati", ownAddresses: new Set<string>() };

it.each(["DTSTART:20260914T090000Z", "DTSTART;TZID=Europe/Berlin:20260914T090000", "DTSTART:20260914"])(
  "an end beyond the year 9999 stays in it: %s",
  (start) => {
    const end = startOf(readDocument(event(start, "DURATION:P9999999D")), view)?.end;
    expect(end && renderMoment(end, view.zone).value).toMatch(/^9999-12-31/);
  },
);
