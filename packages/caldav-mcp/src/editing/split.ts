import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { readEntry, type StoredEntry } from "../dav/entries.ts";
import { createEntry, deleteEntry, type Stored, writeEntry } from "../dav/entry-writes.ts";
import { CaldavError } from "../errors.ts";

type Call = { budget: Budget };

/** The entry as it was read, its text with the earlier occurrences, and the object with the later ones. */
export type Split = { entry: StoredEntry; text: string; rest: string };

/**
 * What became of it. `restResource`: the name of the object with the later occurrences. A split that could not be
 * finished, and not be taken back for certain, says what stands now.
 */
export type Written =
  | { outcome: "written"; restResource: string | undefined }
  | { outcome: "half-done"; message: string };

/**
 * Stores the later occurrences as a series of their own, and then ends the old one before them.
 *
 * Two objects cannot be written at once, so the order decides what an interruption leaves. This way around every
 * occurrence stands somewhere at each moment, at worst twice; the other way around the later ones would be gone, for good
 * if this process died between the writes. And what has to be taken back is an object that nobody else knows, not the
 * series, which somebody may have changed meanwhile. The price is that a change of the series in the moment between the
 * last read and this call is noticed by the second write only: the first one is then taken back.
 *
 * @throws CaldavError when nothing was changed (any more), or `write-unknown` when the first write is open
 */
export async function splitSeries(account: CaldavAccount, split: Split, call: Call): Promise<Written> {
  const { client } = account;
  const { calendar } = split.entry;
  const later = await createEntry(client, calendar, split.rest, call).catch((error: unknown) => {
    throw error instanceof CaldavError && error.code === "write-unknown" ? openAtFirst(error) : error;
  });
  try {
    await endOld(account, split, call);
    return { outcome: "written", restResource: later.resource };
  } catch (error) {
    if (!(error instanceof CaldavError)) throw error;
    if (error.code === "write-unknown") return { outcome: "half-done", message: openAtSecond(error) };
    return takeBack(account, { later, error }, call);
  }
}

/**
 * A write that is tied to a version cannot happen twice, so one whose answer was lost is sent once more if that version
 * still stands there.
 */
async function endOld({ client }: CaldavAccount, { entry, text }: Split, call: Call): Promise<void> {
  try {
    await writeEntry(client, entry, text, call);
  } catch (error) {
    if (!(error instanceof CaldavError) || error.code !== "write-unknown") throw error;
    if (!(await isStill(client, entry, call))) throw error;
    await writeEntry(client, entry, text, call).catch((again: unknown) => {
      // Somebody's change, or the first attempt after all: only a look can tell, and it has been taken.
      throw again instanceof CaldavError && again.code === "changed" ? error : again;
    });
  }
}

async function isStill(
  client: CaldavAccount["client"],
  { calendar, resource, etag }: StoredEntry,
  call: Call,
): Promise<boolean> {
  return readEntry(client, calendar, resource, call).then(
    (now) => now.etag === etag,
    () => false,
  );
}

/** The old series is certainly as it was: the new one must go again, or the later occurrences stand twice. */
async function takeBack(
  { client }: CaldavAccount,
  { later, error }: { later: Stored; error: CaldavError },
  call: Call,
): Promise<Written> {
  try {
    const stored = await readEntry(client, later.calendar, later.resource, call);
    await deleteEntry(client, stored, call);
  } catch (failure) {
    if (!(failure instanceof CaldavError)) throw failure;
    if (failure.code === "not-found") throw takenBack(error);
    return {
      outcome: "half-done",
      message: failure.code === "write-unknown" ? MAY_STAND_TWICE : STANDS_TWICE,
    };
  }
  throw takenBack(error);
}

function takenBack(error: CaldavError): CaldavError {
  const why = error.message.replace(/[.;]? ?nothing was changed[^.]*\.$/i, "").replace(/[.;]?$/, ".");
  return new CaldavError(
    error.code,
    `${why} The later occurrences had been stored as a series of their own already; that was taken back, so in the end nothing was changed.`,
  );
}

function openAtFirst(error: CaldavError): CaldavError {
  return new CaldavError(
    error.code,
    `${error.message} That was the first of two writes: the series itself was not touched. If the later occurrences stand twice when you list them, delete the newer series.`,
  );
}

function openAtSecond(error: CaldavError): string {
  return `The later occurrences were stored as a series of their own. Whether the old series ends before them is not known: ${lowered(error.message)} If the later occurrences stand twice when you list them, delete one of the two series.`;
}

const NOT_ENDED =
  "The later occurrences were stored as a series of their own, but the old series could not be ended before them.";
const STANDS_TWICE = `${NOT_ENDED} The new one could not be deleted again. So the old series is as it was, and the later occurrences stand twice; list them and delete the newer series.`;
const MAY_STAND_TWICE = `${NOT_ENDED} Whether the new one was deleted again is not known. The old series is as it was; if the later occurrences stand twice when you list them, delete the newer series.`;

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}
