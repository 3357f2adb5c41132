import { gunzipSync } from "node:zlib";
import ICAL from "ical.js";
import sax from "sax";
import type { FilledServer } from "../../servers/filled.ts";
import { send } from "../../servers/http.ts";
import { SEPTEMBER } from "../../servers/month.ts";

const BODY = `<C:calendar-query xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><getetag/><C:calendar-data/></prop>
<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="VEVENT">
<C:time-range start="${SEPTEMBER.asked.start}" end="${SEPTEMBER.asked.end}"/>
</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>`;

const BEGINS_IN_MONTH = new RegExp(`^DTSTART:${SEPTEMBER.from.slice(0, 7).replace("-", "")}`, "m");

/**
 * What a listing cannot do without: one REPORT, its XML read strictly, every object parsed. It asks for what ours asks for,
 * compressed as every `fetch` does, so that the server has the same to do for both.
 *
 * @returns how many of the objects begin in the month
 */
export async function rawListing({ calendarUrl, account }: FilledServer): Promise<number> {
  const { status, headers, body } = await send(new URL(calendarUrl), {
    method: "REPORT",
    headers: {
      authorization: `Basic ${btoa(`${account.user}:${account.secret}`)}`,
      "accept-encoding": "gzip, deflate",
      "content-type": "application/xml; charset=utf-8",
      depth: "1",
    },
    body: BODY,
  });
  if (status !== 207) throw new Error(`The server answered ${status} to a REPORT.`);
  const isCompressed = headers.some(([name, value]) => name === "content-encoding" && value === "gzip");
  const xml = (isCompressed ? gunzipSync(body) : body).toString("utf8");
  const objects = calendarData(xml);
  for (const object of objects) ICAL.parse(object);
  return objects.filter((object) => BEGINS_IN_MONTH.test(object)).length;
}

function calendarData(xml: string): string[] {
  const found: string[] = [];
  let text: string[] | undefined;
  const parser = sax.parser(true, { xmlns: true });
  const take = (part: string): void => void text?.push(part);
  Object.assign(parser, {
    onerror: (error: Error): never => {
      throw error;
    },
    onopentag: ({ local }: sax.QualifiedTag) => {
      if (local === "calendar-data") text = [];
    },
    ontext: take,
    oncdata: take,
    onclosetag: () => {
      if (text !== undefined) found.push(text.join(""));
      text = undefined;
    },
  });
  parser.write(xml).close();
  return found;
}
