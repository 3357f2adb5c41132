import type { Untrusted } from "confirm-guard";
import { untrusted } from "confirm-guard";

const MAX_CODE_UNITS = 500;

/**
 * What another server wrote about an error, as one short line in a box: it may be shown as foreign text, never in
 * our own voice. Undefined when nothing is left to show.
 */
export const foreignLine = (text: string): Untrusted | undefined => {
  // Cut first, so that what follows never walks more than this.
  const head = text.slice(0, MAX_CODE_UNITS * 4).toWellFormed();
  const line = head.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ").trim();
  if (line === "") return undefined;
  const short = line.length > MAX_CODE_UNITS ? `${line.slice(0, MAX_CODE_UNITS).toWellFormed()}…` : line;
  return untrusted(short);
};
