import type { Era } from "confirm-guard/testing";
import { answer, startProxy } from "../deviations/proxy.ts";
import { openDesk } from "./calendar.ts";
import { type Measured, measuredCall } from "./measured-call.ts";

export type LargeCall = {
  era: Era;
  tool: string;
  args: Record<string, unknown>;
  /** What the server answers to every query. */
  entries: readonly string[];
};

/** A call of the built program for which the server answers with much. */
export async function largeCall({ era, tool, args, entries }: LargeCall): Promise<Measured> {
  await using desk = await openDesk();
  const proxy = await startProxy(desk.sandbox.url);
  const body = Buffer.from(multistatus(desk.sandbox.home, entries));
  proxy.bend({ method: "REPORT", path: /events/ }, async () =>
    answer(207, { body, headers: { "content-type": "text/xml" } }),
  );
  try {
    const { connection } = await desk.client({ era, env: { CALDAV_URL: proxy.url } });
    return await measuredCall(connection, tool, args);
  } finally {
    await proxy.close();
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** Written beforehand, so that no time is lost in the process that measures. */
function multistatus(home: string, entries: readonly string[]): string {
  const responses = entries.map(
    (text, index) =>
      `<D:response><D:href>${home}events/e${index}.ics</D:href><D:propstat><D:prop><D:getetag>"${index}"</D:getetag><C:calendar-data>${escaped(text)}</C:calendar-data></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`,
  );
  return `<?xml version="1.0"?><D:multistatus xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">${responses.join("")}</D:multistatus>`;
}
