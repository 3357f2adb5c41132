import { event } from "../behaviour/objects.ts";

const PEOPLE = [
  "ORGANIZER;CN=Grace:mailto:grace@example.org",
  "ATTENDEE;CN=Grace;PARTSTAT=ACCEPTED:mailto:grace@example.org",
  'ATTENDEE;CN="Ada, L.";ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:Ada@example.org',
  "ATTENDEE;PARTSTAT=DECLINED:mailto:alan@example.org",
];

/** What invites us, beside the times of an event. */
export const INVITED = PEOPLE.join("\n");
export const WITHOUT_US = PEOPLE.filter((line) => !line.includes("Ada@")).join("\n");

export const DAY = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Planning";

export const single = (people = INVITED): string => event("planning@example.org", `${DAY}\n${people}`);

/** Six days from the 14th of September on; the third one is later, the fourth one does not invite us. */
export const series = (people = INVITED): string =>
  event(
    "planning@example.org",
    `${DAY}\nRRULE:FREQ=DAILY;COUNT=6\nSEQUENCE:2\n${people}`,
    `RECURRENCE-ID:20260916T090000Z\nDTSTART:20260916T120000Z\nDTEND:20260916T130000Z\nSEQUENCE:2\n${people}`,
    `RECURRENCE-ID:20260917T090000Z\nDTSTART:20260917T120000Z\nDTEND:20260917T130000Z\n${WITHOUT_US}`,
  );

/** Two occurrences of a series that invites others. */
export const loneOccurrences = (): string =>
  event(
    "planning@example.org",
    ...[15, 18].map(
      (day) =>
        `RECURRENCE-ID:202609${day}T090000Z\nDTSTART:202609${day}T090000Z\nDTEND:202609${day}T100000Z\n${INVITED}`,
    ),
  );

/** The content of a document but for the stamps of the last change, unfolded. */
export const unstamped = (text: string | undefined): string =>
  (text ?? "").replaceAll("\r\n ", "").replaceAll(/^(?:DTSTAMP|LAST-MODIFIED):.*\r\n/gm, "");
