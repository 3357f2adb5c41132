import type { Scheduling } from "../dav/scheduling.ts";
import { refused } from "../errors.ts";
import { isOwnPerson } from "../ical/addresses.ts";
import type { EntryComponent } from "../ical/component.ts";
import { peopleIn } from "../ical/people.ts";
import { linesOf } from "../ical/properties.ts";
import type { People } from "../ical/types.ts";
import type { ReplacedField } from "./replaced.ts";

/** Who is invited to what is changed, and whether the event is kept by somebody else. */
export type Invited = People & { organisedElsewhere: boolean };

/** Whether the server tells the invited people of a change by itself. */
export type Told = "yes" | "no" | "unknown";

export function invitedTo(components: readonly EntryComponent[], ownAddresses: ReadonlySet<string>): Invited {
  const people = peopleIn(components, ownAddresses);
  const organisers = components.flatMap((component) => linesOf(component, "ORGANIZER"));
  const foreign = organisers.some(({ parts }) => !isOwnPerson(parts, ownAddresses));
  return { ...people, organisedElsewhere: people.part === "attendee" && foreign };
}

/** What each attendee keeps in a copy of their own (RFC 6638 section 3.2.2.1). */
const ONES_OWN: ReadonlySet<ReplacedField> = new Set(["reminders", "categories", "transparent"]);

/**
 * An attendee's copy of somebody else's event follows the organiser's: what else an attendee writes there is refused by
 * servers that send invitations, and on others overwritten with the organiser's next change.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseOrganisersPart(
  { organisedElsewhere }: Invited,
  { fields, splits }: { fields: readonly ReplacedField[]; splits: boolean },
): void {
  if (!organisedElsewhere) return;
  if (splits)
    throw refused(
      "unsupported",
      "Somebody else organises this series, so it cannot be split: name one occurrence, or entire_series.",
    );
  if (fields.every((field) => ONES_OWN.has(field))) return;
  throw refused(
    "unsupported",
    "Somebody else organises this event, and the organiser's copy wins: only reminders, categories and transparent can be changed here. To answer the invitation use respond_to_event.",
  );
}

/** What a change is about. `over`: all of it lies in the past, before the change and after it. */
export type Change = { fields: readonly ReplacedField[]; scheduling: Scheduling; over: boolean };

/**
 * What becomes of the news of a change. A server that sends invitations tells of changes that matter to others; whether
 * it does so of what is one's own, or of what is over (Cyrus does not), is left to it.
 */
export function toldOf(
  { invited, part, leftToClients }: Invited,
  { fields, scheduling, over }: Change,
): Told {
  if (scheduling === "no" || leftToClients || invited.size === 0) return "no";
  if (part === "none" || part === "attendee") return "no";
  const matters = fields.some((field) => !ONES_OWN.has(field));
  return part === "organiser" && scheduling === "yes" && matters && !over ? "yes" : "unknown";
}
