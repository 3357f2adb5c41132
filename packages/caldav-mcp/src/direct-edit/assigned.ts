import { invitedTo } from "../editing/invited.ts";
import type { ReplacedField } from "../editing/replaced.ts";
import { refused } from "../errors.ts";
import type { EntryComponent } from "../ical/component.ts";

/** What whoever is given a task may write there: how far it is, and what is only theirs (RFC 6638 section 3.2.2.1). */
const ONES_OWN: ReadonlySet<ReplacedField> = new Set([
  "status",
  "completed",
  "percent_complete",
  "reminders",
  "categories",
]);

/**
 * A task or journal entry that somebody else organises follows the organiser's copy: what else is written in this one is
 * refused by servers that send invitations, and elsewhere overwritten with the organiser's next change.
 *
 * @throws CaldavError `unsupported`
 */
export function refuseOrganisersPart(
  components: readonly EntryComponent[],
  fields: readonly ReplacedField[],
  ownAddresses: ReadonlySet<string>,
): void {
  if (fields.every((field) => ONES_OWN.has(field))) return;
  if (!invitedTo(components, ownAddresses).organisedElsewhere) return;
  throw refused(
    "unsupported",
    "Somebody else organises this entry, and the organiser's copy wins: only its status, progress, reminders and categories can be changed here.",
  );
}
