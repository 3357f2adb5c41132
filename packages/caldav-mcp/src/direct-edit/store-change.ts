import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { createBreath } from "../breath.ts";
import { readEntry, type StoredEntry } from "../dav/entries.ts";
import { writeEntry } from "../dav/entry-writes.ts";
import { ALREADY } from "../editing/outcome.ts";
import { NOT_SHOWN } from "../editing/read-back.ts";
import { CaldavError } from "../errors.ts";
import { type CalendarDocument, readDocument } from "../ical/document.ts";
import { readPlanned } from "../ical/edit/planned.ts";
import { linesIn } from "../ical/line-table.ts";

type Call = { budget: Budget };

/** An entry after a change, as it stands on the server, or as it was sent when it could not be read back. */
export type StoredChange = {
  document: CalendarDocument;
  /** It was read back after the write. */
  verified: boolean;
  notes: string[];
};

export type Change = {
  entry: StoredEntry;
  text: string;
  /** What an entry is, in one sentence of our own words, for whoever lost the race to change it. */
  describe: (document: CalendarDocument) => string;
};

const STORED_OTHERWISE =
  "What is stored is not what was sent, line by line: the server or somebody else changed it.";

/**
 * Writes a change of a stored entry, tied to the version that was read. Once the server has confirmed the write, nothing
 * that happens afterwards makes it look undone.
 *
 * @throws CaldavError when nothing was changed, or `write-unknown`
 */
export async function storeChange(account: CaldavAccount, change: Change, call: Call): Promise<StoredChange> {
  const { entry, text } = change;
  const breathe = createBreath();
  const sent = readPlanned(text);
  await breathe();
  try {
    await writeEntry(account.client, entry, text, call);
  } catch (error) {
    if (error instanceof CaldavError && error.code === "changed")
      throw await overtaken(account, change, call);
    throw error;
  }
  try {
    const stored = readDocument((await readEntry(account.client, entry.calendar, entry.resource, call)).text);
    await breathe();
    const same = contentOf(stored) === contentOf(sent);
    return { document: stored, verified: true, notes: same ? [] : [STORED_OTHERWISE] };
  } catch {
    return { document: sent, verified: false, notes: [NOT_SHOWN] };
  }
}

/** {@link storeChange} where there may be nothing to change: then nothing is written, and the notes say so. */
export async function storeIfChanged(
  account: CaldavAccount,
  { document, ...change }: Change & { document: CalendarDocument },
  call: Call,
): Promise<StoredChange> {
  if (change.text === change.entry.text) return { document, verified: true, notes: [ALREADY] };
  return storeChange(account, change, call);
}

/** Somebody else was faster: whoever asked has to know what the entry is now before they ask again. */
async function overtaken(
  account: CaldavAccount,
  { entry, describe }: Change,
  call: Call,
): Promise<CaldavError> {
  const now = await nowIs(account, entry, call, describe);
  return new CaldavError(
    "changed",
    `The entry was changed by somebody else after it was read, so nothing was changed by this call. ${now}`,
  );
}

async function nowIs(
  account: CaldavAccount,
  { calendar, resource }: StoredEntry,
  call: Call,
  describe: Change["describe"],
): Promise<string> {
  try {
    return describe(readDocument((await readEntry(account.client, calendar, resource, call)).text));
  } catch (error) {
    return error instanceof CaldavError && error.code === "not-found"
      ? "It is not there any more."
      : "It could not be read again; list it before trying again.";
  }
}

/** Servers rearrange lines, fold them anew and add stamps of their own; what is said counts, not how. */
function contentOf({ components, lines }: CalendarDocument): string {
  const said = components.map(({ node }) => {
    const own = linesIn(lines, node.first, node.last).filter(({ name }) => !STAMPS.has(name));
    return own
      .map(({ content }) => content)
      .toSorted()
      .join("\n");
  });
  return said.toSorted().join("\n\n");
}

const STAMPS = new Set(["DTSTAMP", "CREATED", "LAST-MODIFIED", "SEQUENCE"]);
