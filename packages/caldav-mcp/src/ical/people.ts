import { createHash } from "node:crypto";
import type { EntryComponent } from "./component.ts";
import { addressOf, isOwn } from "./fields.ts";
import { readProperties } from "./properties.ts";
import type { People } from "./types.ts";

/** Who is invited by some components of an entry, and what part the account has in it. */
export function peopleIn(components: readonly EntryComponent[], ownAddresses: ReadonlySet<string>): People {
  const attendees = components.flatMap((component) => readProperties(component, "ATTENDEE"));
  const organisers = components.flatMap((component) => readProperties(component, "ORGANIZER"));
  const others = attendees.filter((attendee) => !isOwn(attendee, ownAddresses));
  const invited = new Set(others.map((attendee) => digestOf(addressOf(attendee))));
  return { invited, part: partOf() };

  function partOf(): People["part"] {
    if (attendees.length === 0) return "none";
    if (organisers.some((organiser) => isOwn(organiser, ownAddresses))) return "organiser";
    return others.length < attendees.length ? "attendee" : "unknown";
  }
}

function digestOf(address: string): string {
  return createHash("sha256").update(address.trim().toLowerCase()).digest("base64url");
}
