import type { Calendar, Discovery } from "./dav/calendars.ts";
import type { EntryKind } from "./ical/types.ts";
import { ENTRY_WORDS } from "./ical/words.ts";
import type { ServerInfo } from "./server-info.ts";

/** What was found of an account, and the names of the tools that are offered. */
export type Found = {
  discovery: Pick<Discovery, "calendars" | "addresses">;
  server: Pick<ServerInfo, "move" | "scheduling">;
  offered: ReadonlySet<string>;
};

const KINDS: readonly EntryKind[] = ["event", "task", "journal"];

/** What a person may expect of the offered tools and will not get from this account; one sentence each. */
export function shortfallsOf({ discovery, server, offered }: Found): string[] {
  const { calendars, addresses } = discovery;
  return [
    ...KINDS.flatMap((kind) => withoutPlace(kind, calendars, offered)),
    ...(offered.has("move_event") ? withoutMove(calendars, server.move) : []),
    ...(addresses.length > 0 ? [] : withoutAddress(offered)),
    ...(offered.has("respond_to_event") && server.scheduling === "no" ? [NO_MAIL] : []),
  ];
}

function withoutPlace(
  kind: EntryKind,
  calendars: readonly Calendar[],
  offered: ReadonlySet<string>,
): string[] {
  const { many } = ENTRY_WORDS[kind];
  const taking = calendars.filter(({ components }) => components.includes(kind));
  if (taking.length === 0) return offered.has(`list_${kind}s`) ? [`No calendar takes ${many}.`] : [];
  if (!offered.has(`create_${kind}`) || taking.some(({ readOnly }) => !readOnly)) return [];
  return [`The calendars that take ${many} can only be read, so none can be made or changed.`];
}

function withoutMove(calendars: readonly Calendar[], move: ServerInfo["move"]): string[] {
  const writable = calendars.filter(({ components, readOnly }) => components.includes("event") && !readOnly);
  if (writable.length < 2)
    return [
      "No event can be moved to another calendar: fewer than two calendars of events can be written to.",
    ];
  return move === "no"
    ? ["The server does not move entries: events with invited people cannot go to another calendar."]
    : [];
}

const NO_MAIL = "An answer to an invitation is noted in the calendar alone: the server does not mail it.";

function withoutAddress(offered: ReadonlySet<string>): string[] {
  const why = "No mail address of this account is known; set CALDAV_USER_EMAIL to yours.";
  if (offered.has("respond_to_event")) return [`Invitations cannot be answered. ${why}`];
  return [`It cannot be told which events invite you. ${why}`];
}
