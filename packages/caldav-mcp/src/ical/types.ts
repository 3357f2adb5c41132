import type { Untrusted } from "confirm-guard";
import type { EntryComponent } from "./component.ts";
import type { EntryStatus } from "./entry-status.ts";

/** What an entry is: VEVENT, VTODO or VJOURNAL. */
export type EntryKind = "event" | "task" | "journal";

/** A start, an end or a due time, resolved. */
export type Moment = {
  /** Unix milliseconds; for a date, midnight in the zone that was asked for. */
  instant: number;
  /** As written: `2026-09-14T09:00:00`, or `2026-09-14` for a date. No offset. */
  wall: string;
  /** IANA zone the wall time is in (`UTC` for Z); undefined for dates, floating times and zones only the entry defines. */
  zone: string | undefined;
  allDay: boolean;
  /** Written without any zone, or with one that nobody can resolve: read in the configured zone. */
  floating: boolean;
};

/** Half-open window in unix milliseconds. */
export type Window = { from: number; to: number };

/** How an invited person has answered (PARTSTAT); `other` for values we do not know. */
export type Reply = "needs-action" | "accepted" | "declined" | "tentative" | "delegated" | "other";

export type Attendee = {
  name: Untrusted | undefined;
  address: Untrusted;
  reply: Reply;
  role: "chair" | "required" | "optional" | "informed" | "other";
  /** One of the account's own addresses. */
  own: boolean;
};

/** How far a task is. */
export type TaskProgress = {
  state: "open" | "completed" | "cancelled";
  completedAt: number | undefined;
  /** 0 to 100. */
  percentComplete: number | undefined;
  /** 1 (highest) to 9. */
  priority: number | undefined;
};

/**
 * What an entry of any kind shows, read from one component when it is asked for; foreign strings are boxed. Lists hold the
 * first ones only, and their totals count all.
 */
export type EntryFields = {
  summary: Untrusted | undefined;
  location: Untrusted | undefined;
  /** Of several, which a journal may have (RFC 5545 section 3.6.3), all with line breaks between them. */
  description: Untrusted | undefined;
  descriptions: Untrusted[];
  descriptionsTotal: number;
  url: Untrusted | undefined;
  categories: Untrusted[];
  categoriesTotal: number;
  status: EntryStatus | undefined;
  /** Of a task. */
  progress: TaskProgress;
  transparent: boolean;
  organiser: { name: Untrusted | undefined; address: Untrusted; own: boolean } | undefined;
  attendees: Attendee[];
  attendeesTotal: number;
  /** The account's own answer, when one of the attendees is us. */
  ownReply: Reply | undefined;
  reminders: {
    action: "display" | "email" | "audio" | "other";
    minutesBefore: number | undefined;
    at: number | undefined;
  }[];
  remindersTotal: number;
  /** Metadata only; never fetched. `bytes` is the decoded size of an inline attachment. */
  attachments: {
    inline: boolean;
    bytes: number | undefined;
    mediaType: Untrusted | undefined;
    address: Untrusted | undefined;
  }[];
  attachmentsTotal: number;
};

/** Who is in an entry, without a name or an address: those are foreign text. */
export type People = {
  /** A digest for each invited person who is not us; one person in several components counts once. */
  invited: ReadonlySet<string>;
  /** We organise it, we are invited to it, or people are invited and we know no address of ours among them. */
  part: "organiser" | "attendee" | "unknown" | "none";
  /** SCHEDULE-AGENT leaves telling the others to calendar programs; a server that keeps to it sends nothing (F112). */
  leftToClients: boolean;
};

/** One occurrence of an entry; an entry that does not recur has exactly one. */
export type Occurrence = {
  start: Moment;
  /** Exclusive. */
  end: Moment;
  /**
   * Which occurrence of the series: the start that the rule gives it, in DTSTART's own form. `20260914` for dates,
   * `20260914T070000Z` for UTC, `20260914T090000` for zoned and floating starts. The second pass of an hour that clocks
   * repeat is named in UTC. Undefined when the entry does not recur. Stable under moves of the occurrence.
   */
  recurrence: string | undefined;
  /** Which of the two the entry says itself; the other one follows. A task may have a start, a due time, or both. */
  stated: { start: boolean; end: boolean };
  /** An override stands for this occurrence. */
  edited: boolean;
  cancelled: boolean;
  /** What it shows: the series itself, or an override. Occurrences that show the same share it. */
  component: EntryComponent;
  fields(): EntryFields;
  people(): People;
};

/** How many occurrences a series has, as far as can be told within bounds. */
export type OccurrenceCount = { kind: "count"; count: number } | { kind: "endless" } | { kind: "unknown" };
