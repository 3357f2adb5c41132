import { CaldavError } from "../errors.ts";
import type { StrongETag } from "./etag.ts";

/**
 * A write whose outcome its answer does not tell: none came back, or the server or a gateway gave up on the way and
 * may have stored it all the same. It never leaves the client; a look at the entry settles it.
 */
export class WriteUnsettled extends Error {
  override readonly name = "WriteUnsettled";
  /** The status, when there was an answer. It does not say that the work is over: gateways answer for slow servers. */
  readonly status: number | undefined;

  constructor(status?: number) {
    super("The outcome of a write is not known.");
    this.status = status;
  }
}

/** What stands at a place now: an entry, or nothing. */
export type Standing = { text: string; etag: StrongETag | undefined } | "nothing";

/** A write that the server confirmed; without an ETag the entry is read again before the next write (F29). */
export type Written = { etag: StrongETag | undefined };

/** What a second look at the place of a write shows. */
export type Verdict = Written | "not-done" | "other";

/** Whether the very text that was sent stands there. */
export function holds(now: Exclude<Standing, "nothing">, sent: string): boolean {
  return lines(now.text) === lines(sent);
}

/** The entry was to be replaced; servers may reorder what they store, so only an equal text is proof. */
export function replaced(now: Standing, sent: string, before: StrongETag): Verdict {
  if (now === "nothing") return "other";
  if (holds(now, sent)) return { etag: now.etag };
  return now.etag === before ? "not-done" : "other";
}

/** The entry was to be created under a name nobody else can guess: what stands there is what was sent. */
export function created(now: Standing): Verdict {
  return now === "nothing" ? "not-done" : { etag: now.etag };
}

export function deleted(now: Standing, before: StrongETag): Verdict {
  if (now === "nothing") return { etag: undefined };
  return now.etag === before ? "not-done" : "other";
}

export function moved(source: Standing, target: Standing, before: StrongETag): Verdict {
  if (source === "nothing") return target === "nothing" ? "other" : { etag: target.etag };
  return target === "nothing" && source.etag === before ? "not-done" : "other";
}

/**
 * Ends an unsettled write: returns when a second look shows that it was carried out, and otherwise throws what is
 * known. That everything is still as it was proves nothing about a write that may yet be carried out, so it is never
 * reported as failed.
 *
 * @throws CaldavError `write-unknown`
 */
export async function settle(unsettled: WriteUnsettled, look: () => Promise<Verdict>): Promise<Written> {
  const verdict = await look().catch(() => "unseen" as const);
  if (typeof verdict === "object") return verdict;
  // The server said success, and what stands there is new: it stores what it is sent in its own way.
  if (verdict === "other" && unsettled.status === 200) return { etag: undefined };
  throw new CaldavError("write-unknown", `${happened(unsettled)} ${SEEN[verdict]}`);
}

const SEEN = {
  "not-done":
    "Read again just now, everything is as it was, so it was most likely not carried out. Look once more before trying again.",
  other:
    "Read again just now, the entry is not as it was before, and it is not certain that this write did it. Read it before trying again.",
  unseen:
    "It could not be read again, so it is not known whether it was carried out. Read it before trying again.",
};

function happened({ status }: WriteUnsettled): string {
  if (status !== undefined) return `The calendar server answered the write with status ${status}.`;
  return "The connection failed before the calendar server answered the write.";
}

function lines(text: string): string {
  return text.replaceAll("\r\n", "\n").trimEnd();
}
