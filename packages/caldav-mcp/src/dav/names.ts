import type { EntryKind } from "../ical/types.ts";

const DAV = "DAV:";
const CALDAV = "urn:ietf:params:xml:ns:caldav";
const CALENDAR_SERVER = "http://calendarserver.org/ns/";
const APPLE = "http://apple.com/ns/ical/";

/** XML names as `{namespace}local`, the only form in which names are compared. */
export const NAME = {
  multistatus: `{${DAV}}multistatus`,
  response: `{${DAV}}response`,
  href: `{${DAV}}href`,
  status: `{${DAV}}status`,
  propstat: `{${DAV}}propstat`,
  prop: `{${DAV}}prop`,
  syncToken: `{${DAV}}sync-token`,
  resourcetype: `{${DAV}}resourcetype`,
  displayname: `{${DAV}}displayname`,
  getetag: `{${DAV}}getetag`,
  currentUserPrincipal: `{${DAV}}current-user-principal`,
  unauthenticated: `{${DAV}}unauthenticated`,
  currentUserPrivilegeSet: `{${DAV}}current-user-privilege-set`,
  privilege: `{${DAV}}privilege`,
  all: `{${DAV}}all`,
  write: `{${DAV}}write`,
  writeContent: `{${DAV}}write-content`,
  bind: `{${DAV}}bind`,
  principal: `{${DAV}}principal`,
  calendar: `{${CALDAV}}calendar`,
  calendarData: `{${CALDAV}}calendar-data`,
  calendarDescription: `{${CALDAV}}calendar-description`,
  calendarHomeSet: `{${CALDAV}}calendar-home-set`,
  calendarUserAddressSet: `{${CALDAV}}calendar-user-address-set`,
  comp: `{${CALDAV}}comp`,
  maxResourceSize: `{${CALDAV}}max-resource-size`,
  scheduleInbox: `{${CALDAV}}schedule-inbox`,
  scheduleInboxUrl: `{${CALDAV}}schedule-inbox-URL`,
  scheduleOutboxUrl: `{${CALDAV}}schedule-outbox-URL`,
  supportedComponents: `{${CALDAV}}supported-calendar-component-set`,
  subscribed: `{${CALENDAR_SERVER}}subscribed`,
  source: `{${CALENDAR_SERVER}}source`,
  calendarColor: `{${APPLE}}calendar-color`,
} as const;

/** Prefixes that tsdav declares on a request; the names below are written with them. */
export const PREFIXES = {
  "xmlns:d": DAV,
  "xmlns:c": CALDAV,
  "xmlns:cs": CALENDAR_SERVER,
  "xmlns:ca": APPLE,
} as const;

/** The iCalendar component of each kind of entry. */
export const COMPONENT: Record<EntryKind, "VEVENT" | "VTODO" | "VJOURNAL"> = {
  event: "VEVENT",
  task: "VTODO",
  journal: "VJOURNAL",
};
