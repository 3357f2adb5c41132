import type { Scheduling } from "../dav/scheduling.ts";
import type { People } from "../ical/types.ts";

/** What the server may tell people about a change of an entry that has them. */
export type Telling = {
  people: Pick<People, "part" | "leftToClients">;
  scheduling: Scheduling;
};

type Part = Exclude<People["part"], "none">;

const TOLD: Record<Part, { yes: string; may: string; no: string; left: string }> = {
  attendee: {
    yes: "The server tells the organiser that you decline.",
    may: "Mail may go out that tells the organiser that you decline.",
    no: "The server does not handle invitations, so the organiser is not told.",
    left: "The event leaves it to calendar programs to tell the organiser, and this one does not.",
  },
  organiser: {
    yes: "The server tells the invited people that it is cancelled.",
    may: "Mail may go out that tells the invited people that it is cancelled.",
    no: "The server does not handle invitations, so the invited people are not told.",
    left: "The event leaves it to calendar programs to tell the invited people, and this one does not.",
  },
  unknown: {
    yes: "Mail about it may go out: to the organiser, that you decline, or to the invited people, that it is cancelled.",
    may: "Mail about it may go out: to the organiser, that you decline, or to the invited people, that it is cancelled.",
    no: "The server does not handle invitations, so nobody who is invited is told.",
    left: "The event leaves it to calendar programs to tell the invited people, and this one does not.",
  },
};

/** What the organiser or the invited people learn of a deletion (RFC 6638 section 3.2.3.2); each sentence once. */
export function afterDeletion(tellings: readonly Telling[]): string[] {
  return once(
    tellings.flatMap(({ people: { part, leftToClients }, scheduling }) => {
      if (part === "none") return [];
      const told = TOLD[part];
      if (scheduling === "no") return [told.no];
      if (scheduling === "unknown") return [told.may];
      return [leftToClients ? told.left : told.yes];
    }),
  );
}

/** What they learn of a move between calendars: by RFC 6638 section 3.2.3.4 nothing. */
export function afterMove({ people: { part }, scheduling }: Telling): string[] {
  if (part === "none") return [];
  if (scheduling === "no") return [TOLD[part].no];
  const rule = "A server that keeps to the standard tells the people who are invited nothing about a move.";
  if (scheduling === "yes") return [rule];
  return [`${rule} It is not known whether this one does: ${lowered(TOLD[part].may)}`];
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

function once(sentences: readonly string[]): string[] {
  return [...new Set(sentences)];
}
