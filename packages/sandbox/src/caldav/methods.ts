import type { Exchange } from "./exchange.ts";
import { mkcalendar } from "./mkcalendar.ts";
import { move } from "./move.ts";
import { propfind } from "./propfind.ts";
import { read } from "./read.ts";
import type { Reply } from "./reply.ts";
import { report } from "./report.ts";
import { put, remove } from "./write.ts";

const DAV_HEADERS = { dav: "1, 3, access-control, calendar-access" };

/** Every method that is answered; all others are 405. */
export const methods: ReadonlyMap<string, (exchange: Exchange) => Reply> = new Map([
  ["OPTIONS", (): Reply => ({ status: 200, headers: { ...DAV_HEADERS, allow: allow() } })],
  ["PROPFIND", propfind],
  ["REPORT", report],
  ["GET", read],
  ["HEAD", read],
  ["PUT", put],
  ["DELETE", remove],
  ["MOVE", move],
  ["MKCALENDAR", mkcalendar],
]);

export function allow(): string {
  return [...methods.keys()].join(", ");
}
