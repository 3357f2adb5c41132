import type { SandboxOptions } from "sandbox";
import * as bad from "./deviations.ts";
import type { Aim, Deviation } from "./proxy.ts";

/**
 * How one server of the field answers, all of its departures at once, as they were seen on it by hand. The data is the
 * sandbox's; what it adds is what the server would have said.
 */
export type FieldServer = {
  name: string;
  sandbox: Pick<SandboxOptions, "freeBusy" | "scheduling">;
  bends: [Aim, Deviation][];
  /** What get_server_info has to say of it. */
  info: { scheduling: string; free_busy: string; own_addresses: string[] };
  /** What the calendars `events` and `journal` take. */
  components: string[][];
  /** Whether it takes a MOVE; otherwise an event is copied, and deleted afterwards. */
  moveIsOffered: boolean;
};

const HOME = { method: "PROPFIND", path: /^\/calendars\/ada\/$/ };
const PRINCIPAL = { method: "PROPFIND", path: /^\/principals\/ada\/$/ };
const WELL_KNOWN = { path: /^\/\.well-known\// };
const ENTRY = { path: /\.ics$/ };
const CALDAV = 'xmlns:c="urn:ietf:params:xml:ns:caldav"';

const closes: [Aim, Deviation] = [{}, bad.header("connection", "close")];

/** Collections beside the calendars. */
const besides = (...names: string[]): [Aim, Deviation] => [
  HOME,
  bad.body((text) => {
    const others = names.map(
      (name) =>
        `<x:response xmlns:x="DAV:" ${CALDAV}><x:href>/calendars/ada/${name}</x:href><x:propstat><x:prop>` +
        `<x:resourcetype><x:collection/>${TYPES[name] ?? ""}</x:resourcetype></x:prop>` +
        `<x:status>HTTP/1.1 200 OK</x:status></x:propstat></x:response>`,
    );
    return text.replace(/(<\/\w*:?multistatus>)/, `${others.join("")}$1`);
  }),
];

const TYPES: Record<string, string> = { "Inbox/": "<c:schedule-inbox/>", "Outbox/": "<c:schedule-outbox/>" };

const withoutBox = (box: "inbox" | "outbox"): [Aim, Deviation] => [
  PRINCIPAL,
  bad.body((text) =>
    text.replace(new RegExp(`<(\\w*:?)schedule-${box}-URL>.*?</\\1schedule-${box}-URL>`, "s"), ""),
  ),
];

/** What stands in calendar-user-address-set. */
const addresses = (...hrefs: string[]): [Aim, Deviation] => [
  PRINCIPAL,
  bad.body((text) =>
    text.replace(
      /(<(\w*:?)calendar-user-address-set>).*?(<\/\2calendar-user-address-set>)/s,
      (_all, open: string, _prefix: string, close: string) =>
        `${open}${hrefs.map((href) => `<a:href xmlns:a="DAV:">${href}</a:href>`).join("")}${close}`,
    ),
  ),
];

const features = (...lines: string[]): [Aim, Deviation] => [
  { method: "OPTIONS" },
  bad.header(
    "dav",
    lines.map((line) => `1, calendar-access${line}`),
  ),
];

const componentsAre = (calendar: string, ...names: string[]): [Aim, Deviation] => [
  HOME,
  bad.body((text) =>
    text.replace(
      new RegExp(
        `(href>/calendars/ada/${calendar}/<.*?<(\\w*:?)supported-calendar-component-set>).*?(</\\2supported)`,
        "s",
      ),
      (_all, open: string, _prefix: string, close: string) =>
        `${open}${names.map((name) => `<c:comp ${CALDAV} name="${name}"/>`).join("")}${close}`,
    ),
  ),
];

/** The entry's text as this server gives it back, wherever it does. */
function rewritten(edit: (text: string) => string): [Aim, Deviation][] {
  const inside = bad.body((text) =>
    text.replaceAll(
      /(<\w*:?calendar-data>)([^<]*)(<)/g,
      (_all, open: string, data: string, close: string) =>
        open + edit(data.replaceAll(/&#(?:13|xD);/gi, "\r")) + close,
    ),
  );
  return [
    [{ method: "REPORT" }, inside],
    [{ ...ENTRY, method: "GET" }, bad.body(edit)],
  ];
}

const lineFeeds = (text: string): string => text.replaceAll("\r", "");

/** Adds a property, ends lines with a line feed and leaves out the last one. */
const asSogo = (text: string): string =>
  lineFeeds(text).replaceAll("END:VEVENT", "CLASS:PUBLIC\nEND:VEVENT").trimEnd();

const inCdata = bad.body((text) =>
  text.replaceAll(
    /(<\w*:?(?:calendar-data|displayname)>)([^<]*)(<)/g,
    (_all, open: string, data: string, close: string) =>
      `${open}<![CDATA[${data.replaceAll(/&#(?:13|xD);/gi, "\r")}]]>${close}`,
  ),
);

const MULTIGET = /calendar-multiget/;
const whenMultiget =
  (deviation: Deviation): Deviation =>
  (asked, forward) =>
    MULTIGET.test(asked.body.toString("utf8")) ? deviation(asked, forward) : forward(asked);

const whenFreeBusy =
  (deviation: Deviation): Deviation =>
  (asked, forward) =>
    /free-busy-query/.test(asked.body.toString("utf8")) ? deviation(asked, forward) : forward(asked);

/** The server names what it offers. */
const withoutMove: [Aim, Deviation][] = [
  [{ method: "OPTIONS" }, bad.header("allow", "OPTIONS, GET, PUT, DELETE, PROPFIND, REPORT")],
  [{ method: "MOVE" }, bad.says(405)],
];

const MAIL = ["ada@example.org"];
const EVENTS_AND_JOURNALS = [["event"], ["journal"]];

export const FIELD_SERVERS: FieldServer[] = [
  {
    name: "Radicale 3.1",
    sandbox: {},
    bends: [
      closes,
      addresses("/principals/ada/"),
      [{ method: "REPORT" }, whenFreeBusy(bad.multistatus())],
      [
        { method: "PUT" },
        bad.edited((answered) => ({ ...answered, status: answered.status === 204 ? 201 : answered.status })),
      ],
    ],
    info: { scheduling: "no", free_busy: "no", own_addresses: [] },
    components: EVENTS_AND_JOURNALS,
    moveIsOffered: true,
  },
  {
    name: "Xandikos 0.2",
    sandbox: { scheduling: "on", freeBusy: "rfc" },
    bends: [
      [WELL_KNOWN, bad.redirect("/", 302)],
      [{}, bad.header("server", "Python/3.11 aiohttp/3.8.4")],
      features(", calendar-auto-scheduling"),
      withoutBox("outbox"),
      addresses(),
      [{ method: "REPORT" }, whenFreeBusy(bad.header("content-type", "application/octet-stream"))],
      componentsAre("events", "VEVENT", "VTODO", "VJOURNAL", "VFREEBUSY"),
      ...withoutMove,
    ],
    info: { scheduling: "unknown", free_busy: "yes", own_addresses: [] },
    components: [["event", "task", "journal"], ["journal"]],
    moveIsOffered: false,
  },
  {
    name: "Cyrus 3.6",
    sandbox: { scheduling: "on", freeBusy: "rfc" },
    bends: [
      [{ method: "GET" }, bad.weakUnderGzip],
      [{ method: "REPORT" }, inCdata],
      [HOME, inCdata],
      besides("Inbox/", "Outbox/"),
      features(", access-control, calendar-auto-schedule", ", calendar-query-extended"),
      addresses("mailto:ada@example.org"),
      [{ method: "PUT" }, bad.noETag],
    ],
    info: { scheduling: "yes", free_busy: "yes", own_addresses: MAIL },
    components: EVENTS_AND_JOURNALS,
    moveIsOffered: true,
  },
  {
    name: "DAViCal 1.1",
    sandbox: { scheduling: "on", freeBusy: "rfc" },
    bends: [
      closes,
      [WELL_KNOWN, bad.says(404)],
      besides(".in/", ".out/", "calendar-proxy-read/", "calendar-proxy-write/"),
      features("", ", calendar-schedule, calendar-auto-schedule"),
      addresses("mailto:ada@example.org", "/principals/ada/"),
      [{ method: "PUT" }, bad.noETag],
      [
        { method: "MOVE" },
        bad.edited((answered) => ({ ...answered, status: answered.status === 201 ? 200 : answered.status })),
      ],
      [
        { method: "REPORT" },
        whenMultiget(
          bad.body((text) =>
            text.replaceAll(/<(\w*:?)response>(?:(?!<\/\1response>).)*404 Not Found.*?<\/\1response>/gs, ""),
          ),
        ),
      ],
    ],
    info: { scheduling: "yes", free_busy: "yes", own_addresses: MAIL },
    components: EVENTS_AND_JOURNALS,
    moveIsOffered: true,
  },
  {
    name: "SOGo 5.8",
    sandbox: { scheduling: "on" },
    bends: [
      closes,
      [WELL_KNOWN, bad.html(200)],
      [{}, bad.header("www-authenticate", 'basic realm="SOGo"')],
      besides("personal.ics", "personal.xml"),
      [
        HOME,
        bad.body((text) =>
          text.replaceAll(/<(\w*:?)calendar\/>/g, `<$1calendar/><c:schedule-outbox ${CALDAV}/>`),
        ),
      ],
      componentsAre("events", "VEVENT", "VTODO", "VFREEBUSY"),
      features(", calendar-schedule, calendar-auto-schedule"),
      [{ method: "PUT" }, bad.without("if-none-match")],
      [{ method: "DELETE" }, bad.without("if-match")],
      [{ method: "REPORT" }, whenFreeBusy(bad.says(501))],
      [{ method: "REPORT" }, whenMultiget(bad.says(404))],
      [{}, bad.hrefs((href) => href.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()))],
      ...rewritten(asSogo),
    ],
    info: { scheduling: "yes", free_busy: "no", own_addresses: MAIL },
    components: [["event", "task"], ["journal"]],
    moveIsOffered: true,
  },
  {
    name: "SabreDAV 1.8",
    sandbox: { scheduling: "on", freeBusy: "rfc" },
    bends: [
      closes,
      [WELL_KNOWN, bad.says(404)],
      features(""),
      withoutBox("inbox"),
      addresses("mailto:ada@example.org", "/principals/ada/"),
      ...rewritten(lineFeeds),
    ],
    info: { scheduling: "unknown", free_busy: "yes", own_addresses: MAIL },
    components: EVENTS_AND_JOURNALS,
    moveIsOffered: true,
  },
];
