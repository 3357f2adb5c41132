import type { Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import { calendarForNew } from "../creation/store-new.ts";
import type { Calendar, Discovery } from "../dav/calendars.ts";
import { type EntryRef, encodeEntryId } from "../dav/entry-id.ts";
import { isSamePlace } from "../dav/href.ts";
import type { Scheduling } from "../dav/scheduling.ts";
import { refuseCompany } from "../deletion/verify.ts";
import { refused } from "../errors.ts";
import { isOwnPerson } from "../ical/addresses.ts";
import type { CalendarDocument } from "../ical/document.ts";
import { countOccurrences, firstOccurrence } from "../ical/occurrences.ts";
import { nameAt } from "../ical/line-table.ts";
import { peopleIn } from "../ical/people.ts";
import { linesOf } from "../ical/properties.ts";
import type { Moment, OccurrenceCount, People } from "../ical/types.ts";
import { openForChange, type OpenedEntry, writableRefOf } from "../opening.ts";

/** How an entry gets into the other calendar. */
export type Way =
  /** By the server's own MOVE. Where that turns out to be missing, entries without people may still be copied. */
  { kind: "move"; mayCopy: boolean } | { kind: "copy" };

/** A move that nothing speaks against but a person. */
export type Move = {
  opened: OpenedEntry;
  destination: Calendar;
  way: Way;
  /** Undefined for an entry that does not recur. */
  series: OccurrenceCount | undefined;
  starts: Moment | undefined;
  people: People;
  scheduling: Scheduling;
};

type Call = { budget: Budget };

/** Longest id that a refusal repeats. */
const MAX_NAMED_ID = 300;

/**
 * Reads what is to be moved and finds out how it can be. Everything that can be refused without a person is refused
 * here.
 *
 * @throws CaldavError with the reason; nothing was changed
 */
export async function planMove(
  account: CaldavAccount,
  { id, destinationId }: { id: string; destinationId: string },
  call: Call,
): Promise<Move> {
  const discovery = await account.discover(call);
  const ref = writableRefOf(id, "event", discovery);
  refuseOccurrence(ref);
  const destination = destinationOf(discovery, destinationId, ref.calendar);
  const opened = await openForChange(account, { id, kind: "event" }, call);
  const { document, entry, view } = opened;
  refuseCompany(document);
  if (
    destination.maxResourceSize !== undefined &&
    Buffer.byteLength(entry.text) > destination.maxResourceSize
  )
    throw refused("too-large", "The event is larger than the other calendar takes.");
  const people = peopleIn(document.components, view.ownAddresses);
  const way = await wayOf(
    account,
    { opened, destination, mayCopy: !hasPeople(document, view.ownAddresses) },
    call,
  );
  return {
    opened,
    destination,
    way,
    series: document.recurs ? countOccurrences(document, view) : undefined,
    starts: firstOccurrence(document, view)?.start,
    people,
    scheduling: people.part === "none" ? "no" : await account.scheduling(discovery, call),
  };
}

function refuseOccurrence({ kind, calendar, resource, recurrence }: EntryRef): void {
  if (recurrence === undefined) return;
  const whole = encodeEntryId({ kind, calendar: calendar.id, resource });
  const named =
    whole.length <= MAX_NAMED_ID
      ? `Its series is ${whole}: pass that id to move all of it.`
      : "The id of its series is this one up to the last dot: pass that to move all of it.";
  throw refused("bad-input", `This id names one occurrence, and only a whole series can be moved. ${named}`);
}

function destinationOf(discovery: Discovery, id: string, source: Calendar): Calendar {
  const destination = calendarForNew(discovery, id, "event");
  if (destination.readOnly) throw refused("read-only", "The other calendar can only be read.");
  if (isSamePlace(destination.url, source.url))
    throw refused("bad-input", "The event is already in this calendar.");
  return destination;
}

/**
 * Whether others are involved, as far as a server may see it: deleting such an entry sends declines or cancellations, so
 * it is never copied and deleted. An organiser who is not us counts as well.
 */
function hasPeople({ components }: CalendarDocument, ownAddresses: ReadonlySet<string>): boolean {
  return components.some(
    (component) =>
      component.node.properties.some((index) => nameAt(component.lines, index) === "ATTENDEE") ||
      linesOf(component, "ORGANIZER").some(({ parts }) => !isOwnPerson(parts, ownAddresses)),
  );
}

type Means = { opened: OpenedEntry; destination: Calendar; mayCopy: boolean };

async function wayOf(
  account: CaldavAccount,
  { opened: { entry }, destination, mayCopy }: Means,
  call: Call,
): Promise<Way> {
  const sameServer = entry.url.origin === destination.url.origin;
  if (sameServer && (await offersMove(account, entry.url, call))) return { kind: "move", mayCopy };
  if (mayCopy) return { kind: "copy" };
  throw refused(
    "unsupported",
    `${sameServer ? "The server cannot move entries" : "The two calendars are on different hosts"}, and an event that people are invited to is not copied and deleted: the server would tell them that it is cancelled, or the organiser that you decline.`,
  );
}

/** By the Allow header (RFC 9110 section 10.2.1); a server that does not say is tried. */
async function offersMove(account: CaldavAccount, url: URL, call: Call): Promise<boolean> {
  const methods = await account.client.options(url, call).then(
    (options) => options.methods,
    () => new Set<string>(),
  );
  return methods.size === 0 || methods.has("MOVE");
}
