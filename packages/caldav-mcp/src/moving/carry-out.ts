import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { readEntry } from "../dav/entries.ts";
import { encodeEntryId } from "../dav/entry-id.ts";
import { copyThenDelete, moveEntry } from "../dav/entry-writes.ts";
import { CaldavError, refused } from "../errors.ts";
import type { Move } from "./plan.ts";
import { isWholeCopy } from "./whole-copy.ts";

type Call = { budget: Budget };

/** What became of an approved move. */
export type Moved = {
  /** `copied`: it now stands in both calendars, or that is not certain. */
  outcome: "moved" | "copied";
  id: string;
  oldId: string;
  /** What stands in the other calendar was read there, and is all of it. */
  verified: boolean;
  notes: string[];
};

/**
 * Moves an entry as it was read.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function carryOutMove(account: CaldavAccount, move: Move, call: Call): Promise<Moved> {
  if (!account.mayBegin()) throw refused("write-failed", "This server was told to end.");
  const { opened, destination, way } = move;
  if (way.kind === "copy") return copied(account, move, call);
  try {
    const { resource } = await moveEntry(account.client, opened.entry, destination, call);
    return { ...ids(move, resource), outcome: "moved", ...(await lookAfter(account, move, resource, call)) };
  } catch (error) {
    // Some servers name MOVE among their methods and do not have it.
    if (way.mayCopy && error instanceof CaldavError && error.code === "unsupported")
      return copied(account, move, call);
    throw error;
  }
}

async function copied(account: CaldavAccount, move: Move, call: Call): Promise<Moved> {
  const { opened, destination } = move;
  const isWhole = (stored: string): boolean => isWholeCopy(opened.document, stored);
  const copy = await copyThenDelete(account.client, opened.entry, { destination, isWhole }, call).catch(
    (error: unknown) => {
      throw error instanceof CaldavError && error.code === "write-unknown" ? maybeCopied(error) : error;
    },
  );
  const both = ids(move, copy.resource);
  if (copy.original === "deleted") return { ...both, outcome: "moved", verified: true, notes: [] };
  return { ...both, outcome: "copied", verified: false, notes: [keptNote(copy.reason)] };
}

function maybeCopied({ message }: CaldavError): CaldavError {
  return new CaldavError(
    "write-unknown",
    `The copy may or may not stand in the other calendar; the event in this one was not touched. ${message}`,
  );
}

/** Why the original stays, so that nobody takes the copy for the only one. */
function keptNote(reason: unknown): string {
  const why = reason instanceof CaldavError ? ` ${reason.message}` : "";
  if (reason instanceof CaldavError && reason.code === "write-unknown")
    return `The event was copied to the other calendar. It is not certain that it was deleted from the first one.${why}`;
  return `The event was copied to the other calendar, and is still in the first one as well: look at both, and delete one.${why}`;
}

function ids({ opened, destination }: Move, resource: string): Pick<Moved, "id" | "oldId"> {
  const { calendar, entry } = opened;
  return {
    id: encodeEntryId({ kind: "event", calendar: destination.id, resource }),
    oldId: encodeEntryId({ kind: "event", calendar: calendar.id, resource: entry.resource }),
  };
}

/** The move is done, and no failure to look at it may say otherwise. */
async function lookAfter(
  account: CaldavAccount,
  { opened, destination }: Move,
  resource: string,
  call: Call,
): Promise<Pick<Moved, "verified" | "notes">> {
  try {
    const { text } = await readEntry(account.client, destination, resource, call);
    if (isWholeCopy(opened.document, text)) return { verified: true, notes: [] };
    return { verified: false, notes: ["The server changed the event when it moved it; read it there."] };
  } catch {
    return {
      verified: false,
      notes: [
        "The server confirmed the move. Reading the event in its new place failed; do not move it again.",
      ],
    };
  }
}
