import type { Exchange } from "./exchange.ts";
import { mkcalendar } from "./mkcalendar.ts";
import { move } from "./move.ts";
import { propfind } from "./propfind.ts";
import { read } from "./read.ts";
import type { Reply } from "./reply.ts";
import { report } from "./report.ts";
import { davHeader } from "./scheduling.ts";
import { put, remove } from "./write.ts";

/** Every method that is answered; all others are 405. */
export const methods: ReadonlyMap<string, (exchange: Exchange) => Reply> = new Map<
  string,
  (exchange: Exchange) => Reply
>([
  [
    "OPTIONS",
    ({ scheduling }): Reply => ({ status: 200, headers: { dav: davHeader(scheduling), allow: allow() } }),
  ],
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
