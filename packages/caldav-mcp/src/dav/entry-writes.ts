import { randomUUID } from "node:crypto";
import { CaldavError } from "../errors.ts";
import type { Calendar } from "./calendars.ts";
import type { DavCall, DavClient } from "./client.ts";
import { addressIn, readEntry, type StoredEntry } from "./entries.ts";
import { readStrongETag, type StrongETag } from "./etag.ts";
import { isSamePlace } from "./href.ts";
import { propText } from "./multistatus.ts";
import { NAME } from "./names.ts";
import type { Written } from "./settle.ts";

/** An entry that this program has just stored. */
export type Stored = Written & { calendar: Calendar; resource: string; url: URL };

/** A copy that replaced its original, or stands beside it because the original could not be deleted. */
export type Copied = (Stored & { original: "deleted" }) | (Stored & { original: "kept"; reason: unknown });

/** Makes the name of a new entry; nobody must be able to guess it. */
export type NewName = () => string;

const randomName: NewName = () => `${randomUUID()}.ics`;

/**
 * Stores a new entry under an unguessable name, and only if nothing is there: some servers ignore
 * `If-None-Match: *`, so the name carries the weight.
 *
 * @throws CaldavError `read-only`, `too-large`, `unsupported`, `write-failed`, `write-unknown`, ...
 */
export async function createEntry(
  client: DavClient,
  calendar: Calendar,
  text: string,
  call: DavCall,
  newName: NewName = randomName,
): Promise<Stored> {
  assertWritable(calendar, text);
  try {
    return await withFreeName(newName, async (resource) => {
      const url = addressIn(calendar, resource);
      return { calendar, resource, url, ...(await client.put(url, text, { ifNoneMatch: "*" }, call)) };
    });
  } catch (error) {
    throw isChanged(error)
      ? new CaldavError(
          "write-failed",
          "The calendar server refused to store a new entry here. Nothing was changed.",
        )
      : error;
  }
}

/** Replaces an entry if it is still what was read. @throws CaldavError `no-etag`, `changed`, ... */
export async function writeEntry(
  client: DavClient,
  entry: StoredEntry,
  text: string,
  call: DavCall,
): Promise<Stored> {
  assertWritable(entry.calendar, text);
  const ifMatch = strongETagOf(entry);
  const written = await client.put(addressIn(entry.calendar, entry.resource), text, { ifMatch }, call);
  return { calendar: entry.calendar, resource: entry.resource, url: entry.url, ...written };
}

/**
 * Deletes an entry if it is still what was read. The ETag is compared once more by a read directly before, because
 * some servers ignore `If-Match` on DELETE. An entry that is gone by then was deleted by somebody else.
 *
 * @throws CaldavError `no-etag`, `changed`, `not-found`, `read-only`, ...
 */
export async function deleteEntry(client: DavClient, entry: StoredEntry, call: DavCall): Promise<void> {
  assertWritable(entry.calendar);
  const ifMatch = strongETagOf(entry);
  await assertUnchanged(client, entry, ifMatch, call);
  await client.delete(addressIn(entry.calendar, entry.resource), { ifMatch }, call);
}

/**
 * Moves an entry with the server's own MOVE; never onto another entry. It keeps its name unless that is taken.
 *
 * @throws CaldavError `unsupported` when the server has no MOVE between these calendars; see {@link copyThenDelete}
 */
export async function moveEntry(
  client: DavClient,
  entry: StoredEntry,
  destination: Calendar,
  call: DavCall,
  newName: NewName = randomName,
): Promise<Stored> {
  assertMovable(entry, destination);
  const ifMatch = strongETagOf(entry);
  await assertUnchanged(client, entry, ifMatch, call);
  const from = addressIn(entry.calendar, entry.resource);
  if (from.origin !== destination.url.origin)
    throw new CaldavError(
      "unsupported",
      "The two calendars are on different hosts, so the server cannot move between them. Nothing was changed.",
    );
  let name = entry.resource;
  return withFreeName(
    () => name,
    async (resource) => {
      name = newName();
      const url = addressIn(destination, resource);
      return { calendar: destination, resource, url, ...(await client.move(from, url, { ifMatch }, call)) };
    },
  );
}

/** Where a copy goes, and whether what the server stored there is all of the original. */
export type CopyPlan = { destination: Calendar; isWhole: (stored: string) => boolean };

/**
 * The way to move where MOVE is missing, for entries without invited people only: the copy is stored, read back, and
 * only then the original deleted. When that fails both exist, and the result says so.
 *
 * @throws CaldavError as {@link createEntry}, `changed`; the original was not touched
 */
export async function copyThenDelete(
  client: DavClient,
  entry: StoredEntry,
  { destination, isWhole }: CopyPlan,
  call: DavCall,
): Promise<Copied> {
  assertMovable(entry, destination);
  await assertUnchanged(client, entry, strongETagOf(entry), call);
  const copy = await createEntry(client, destination, entry.text, call);
  try {
    const { etag, text } = await readEntry(client, destination, copy.resource, call);
    if (!isWhole(text))
      throw new CaldavError("write-failed", "The server did not store all of the event there.");
    await deleteEntry(client, entry, call);
    return { ...copy, etag, original: "deleted" };
  } catch (error) {
    return { ...copy, original: "kept", reason: error };
  }
}

function assertWritable(calendar: Calendar, text = ""): void {
  if (calendar.subscribed)
    throw new CaldavError(
      "read-only",
      "This calendar is subscribed from elsewhere and cannot be written to. Nothing was changed.",
    );
  if (calendar.readOnly)
    throw new CaldavError(
      "read-only",
      "This account has no right to write to this calendar. Nothing was changed.",
    );
  if (calendar.maxResourceSize !== undefined && Buffer.byteLength(text) > calendar.maxResourceSize)
    throw new CaldavError("too-large", "The entry is larger than this calendar takes. Nothing was changed.");
}

function assertMovable(entry: StoredEntry, destination: Calendar): void {
  assertWritable(entry.calendar);
  assertWritable(destination, entry.text);
  if (isSamePlace(entry.calendar.url, destination.url))
    throw new CaldavError("bad-input", "The entry is already in this calendar. Nothing was changed.");
}

function strongETagOf({ etag }: StoredEntry): StrongETag {
  if (etag !== undefined) return etag;
  throw new CaldavError(
    "no-etag",
    "The server gives no strong ETag for this entry, so it cannot be written without risking somebody else's change. Nothing was changed.",
  );
}

async function assertUnchanged(
  client: DavClient,
  entry: StoredEntry,
  etag: StrongETag,
  call: DavCall,
): Promise<void> {
  const url = addressIn(entry.calendar, entry.resource);
  if ((await namedETag(client, url, call)) === etag) return;
  // Some servers spell getetag unlike the header; the header is what the approved read saw.
  if ((await client.get(url, call)).etag === etag) return;
  throw new CaldavError(
    "changed",
    "The entry was changed by somebody else after it was read. Nothing was changed by this call.",
  );
}

/** The ETag by `getetag`; undefined when the server does not tell it this way. */
async function namedETag(client: DavClient, url: URL, call: DavCall): Promise<StrongETag | undefined> {
  try {
    const { responses } = await client.propfind(url, { properties: ["d:getetag"], depth: "0" }, call);
    const named = responses.find((response) => isSamePlace(response.url, url));
    return named && readStrongETag(propText(named, NAME.getetag));
  } catch (error) {
    if (error instanceof CaldavError && error.code !== "credentials-refused") return undefined;
    throw error;
  }
}

/** A taken name gets one more try under another one (F31); a second refusal is not about the name. */
async function withFreeName(newName: NewName, store: (name: string) => Promise<Stored>): Promise<Stored> {
  try {
    return await store(newName());
  } catch (error) {
    if (isChanged(error)) return store(newName());
    throw error;
  }
}

function isChanged(error: unknown): boolean {
  return error instanceof CaldavError && error.code === "changed";
}
