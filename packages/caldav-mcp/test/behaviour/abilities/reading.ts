import { readFreeBusy } from "../../../src/ical/free-busy.ts";
import { NAME } from "../../../src/dav/names.ts";
import type { Answer, TestServer } from "../../servers/test-server.ts";
import { newCalendar, type TestCalendar } from "../against-every-server.ts";
import { event, plainEvent, todo, uidOf } from "../objects.ts";
import { multiget, names, query, report, responsesOf, timeRange } from "../requests.ts";
import { type Ability, yesOrNo } from "./ability.ts";

const DAY = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z";
const ONE_DAY = { start: "20260914T000000Z", end: "20260915T000000Z" };
const A_WEEK_LATER = { start: "20260921T000000Z", end: "20260922T000000Z" };

async function calendarWith(server: TestServer, objects: Record<string, string>): Promise<TestCalendar> {
  const calendar = await newCalendar(server);
  for (const [name, text] of Object.entries(objects)) await server.put(calendar.object(name), text);
  return calendar;
}

const weekly = (): string => event(uidOf("weekly"), `${DAY}\nRRULE:FREQ=WEEKLY`);

/** The status where it is no multistatus, else what `see` finds in it. */
function shown(answer: Answer, see: () => string): string {
  return answer.status === 207 ? see() : `no (${answer.status})`;
}

async function textSearch(server: TestServer, { title, sought }: { title: string; sought: string }) {
  const { url } = await calendarWith(server, {
    "meant.ics": event(uidOf("meant"), `${DAY}\nSUMMARY:${title}`),
    "other.ics": event(uidOf("other"), `${DAY}\nSUMMARY:Something else`),
  });
  const match =
    '<C:prop-filter name="SUMMARY"><C:text-match collation="i;unicode-casemap">' +
    `${sought}</C:text-match></C:prop-filter>`;
  const answer = await query(server, url, "VEVENT", match);
  return shown(answer, () => yesOrNo(names(responsesOf(answer)).join() === "meant.ics"));
}

async function freeBusy(server: TestServer, stored: string, { start, end } = ONE_DAY): Promise<string> {
  const { url } = await calendarWith(server, { "a.ics": stored });
  const answer = await report(server, url, "free-busy-query", timeRange({ start, end }));
  if (answer.status !== 200) return `no (${answer.status})`;
  const instant = (text: string): number =>
    Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const busy = readFreeBusy(answer.text, { from: instant(start), to: instant(end) });
  return yesOrNo(busy !== undefined && busy.length > 0);
}

async function sync(server: TestServer, url: string, token: string): Promise<Answer> {
  const asked = `<sync-token xmlns="DAV:">${token}</sync-token><sync-level xmlns="DAV:">1</sync-level>`;
  return await server.request("REPORT", url, {
    headers: { "content-type": "application/xml; charset=utf-8" },
    body: `<sync-collection xmlns="DAV:">${asked}<prop><getetag/></prop></sync-collection>`,
  });
}

/** What a query finds, and in which form. */
export const READING: Ability[] = [
  {
    says: "finds the later occurrences of a series by a time range",
    program: "asks this kind of server for its series as well",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "weekly.ics": weekly() });
      return yesOrNo(responsesOf(await query(server, url, "VEVENT", timeRange(A_WEEK_LATER))).length === 1);
    },
  },
  {
    says: "finds an all-day event at any time of its day",
    program: "asks for a day more on each side and decides itself",
    probe: async (server) => {
      const { url } = await calendarWith(server, {
        "day.ics": event(uidOf("day"), "DTSTART;VALUE=DATE:20260914"),
      });
      const noon = timeRange({ start: "20260914T120000Z", end: "20260914T130000Z" });
      return yesOrNo(responsesOf(await query(server, url, "VEVENT", noon)).length === 1);
    },
  },
  {
    says: "finds a task without dates in a time range",
    program: "asks for all tasks and chooses itself",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "task.ics": todo(uidOf("undated"), "SUMMARY:Some day") });
      return yesOrNo(responsesOf(await query(server, url, "VTODO", timeRange(ONE_DAY))).length === 1);
    },
  },
  {
    says: "expands a series",
    program: "expands it itself",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "weekly.ics": weekly() });
      const bounds = `start="20260914T000000Z" end="20261001T000000Z"`;
      const answer = await report(
        server,
        url,
        "calendar-query",
        `<prop xmlns="DAV:"><C:calendar-data><C:expand ${bounds}/></C:calendar-data></prop>` +
          `<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT"><C:time-range ${bounds}/>` +
          `</C:comp-filter></C:comp-filter></C:filter>`,
      );
      return shown(answer, () => {
        const text = responsesOf(answer)[0]?.props.get(NAME.calendarData)?.text ?? "";
        return yesOrNo(!text.includes("RRULE") && text.split("BEGIN:VEVENT").length === 4);
      });
    },
  },
  {
    says: "searches texts, in upper or lower case",
    program: "reads the entries and searches itself",
    probe: (server) => textSearch(server, { title: "Choir", sought: "CHOIR" }),
  },
  {
    says: "searches texts with accents, in upper or lower case",
    program: "likewise",
    probe: (server) => textSearch(server, { title: "Änne", sought: "äNNE" }),
  },
  {
    says: "answers for the others when one of several entries is gone (multiget)",
    program: "counts those that are named and not given",
    probe: async (server) => {
      const { url, object } = await calendarWith(server, { "here.ics": plainEvent(uidOf("here")) });
      const hrefs = ["here.ics", "gone.ics"].map((name) => new URL(object(name)).pathname);
      const answer = await multiget(server, url, hrefs);
      return shown(answer, () => {
        const gone = responsesOf(answer).find(({ href }) => href.endsWith("gone.ics"));
        return gone === undefined ? "yes (it is left out)" : `yes (${gone.status} for it)`;
      });
    },
  },
  {
    says: "reports when one is busy",
    program: "computes it from the events otherwise",
    probe: (server) => freeBusy(server, plainEvent(uidOf("busy"))),
  },
  {
    says: "reports when one is busy with a series",
    program: "likewise",
    probe: (server) => freeBusy(server, weekly(), A_WEEK_LATER),
  },
  {
    says: "reports what has changed (sync-collection)",
    program: "does not use it",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "a.ics": plainEvent(uidOf("synced")) });
      const answer = await sync(server, url, "");
      return shown(answer, () => yesOrNo(names(responsesOf(answer)).includes("a.ics")));
    },
  },
  {
    says: "refuses a sync token that it did not give",
    program: "does not use it",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "a.ics": plainEvent(uidOf("synced")) });
      const { status } = await sync(server, url, "urn:example:no-such-token");
      return `${yesOrNo(status === 403)} (${status})`;
    },
  },
  {
    says: "answers a query about all calendars at once",
    program: "asks each calendar, some of them at a time",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "a.ics": plainEvent(uidOf("everywhere")) });
      const answer = await query(server, new URL("..", url).pathname, "VEVENT", timeRange(ONE_DAY));
      return shown(answer, () => yesOrNo(names(responsesOf(answer)).includes("a.ics")));
    },
  },
  {
    says: "wraps an entry in CDATA",
    program: "reads both forms",
    probe: async (server) => {
      const { url } = await calendarWith(server, { "a.ics": plainEvent(uidOf("wrapped")) });
      return yesOrNo((await query(server, url, "VEVENT", "")).text.includes("<![CDATA[BEGIN:VCALENDAR"));
    },
  },
];
