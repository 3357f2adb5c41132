type EventParts = {
  uid: string;
  /** What follows DTSTART: parameters, colon, value. */
  start: string;
  rule?: string;
};

/**
 * A VEVENT as calendar programs write it, with the properties that most entries have. Nobody in it has an account on the
 * servers: one that plans for its users would send invitations while it is filled.
 */
export function eventOf({ uid, start, rule }: EventParts): string {
  return [
    "BEGIN:VEVENT",
    `UID:${uid}@example.org`,
    "DTSTAMP:20260101T000000Z",
    "CREATED:20260101T000000Z",
    "LAST-MODIFIED:20260101T000000Z",
    "SEQUENCE:1",
    `DTSTART${start}`,
    "DURATION:PT45M",
    ...(rule === undefined ? [] : [`RRULE:${rule}`]),
    `SUMMARY:Meeting ${uid}`,
    "LOCATION:Small hall",
    "DESCRIPTION:Bring the blue folder\\, and tell Grace if you cannot come.\\nWe begin on time.",
    "ORGANIZER;CN=Clerk:mailto:clerk@example.net",
    "ATTENDEE;CN=Visitor;PARTSTAT=ACCEPTED;ROLE=REQ-PARTICIPANT:mailto:visitor@example.net",
    "BEGIN:VALARM",
    "ACTION:DISPLAY",
    "DESCRIPTION:Soon",
    "TRIGGER:-PT15M",
    "END:VALARM",
    "END:VEVENT",
  ].join("\r\n");
}

export function calendarWith(...components: string[]): string {
  return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//bench//EN", ...components, "END:VCALENDAR", ""].join(
    "\r\n",
  );
}
