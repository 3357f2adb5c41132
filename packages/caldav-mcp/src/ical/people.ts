import { hash } from "node:crypto";
import { isOwnPerson, plainAddress } from "./addresses.ts";
import type { EntryComponent } from "./component.ts";
import type { LineParts } from "./line-parts.ts";
import { linesOf } from "./properties.ts";
import type { People } from "./types.ts";

/** Who is invited by some components of an entry, and what part the account has in it. */
export function peopleIn(components: readonly EntryComponent[], ownAddresses: ReadonlySet<string>): People {
  const attendees = peopleNamed(components, "ATTENDEE");
  const organisers = peopleNamed(components, "ORGANIZER");
  const others = attendees.filter((attendee) => !isOwnPerson(attendee, ownAddresses));
  const invited = new Set(others.map(({ value }) => digestOf(plainAddress(value))));
  const part = partOf();
  return { invited, part, leftToClients: leftToClients(told()) };

  function partOf(): People["part"] {
    if (attendees.length === 0) return "none";
    if (organisers.some((organiser) => isOwnPerson(organiser, ownAddresses))) return "organiser";
    return others.length < attendees.length ? "attendee" : "unknown";
  }

  function told(): LineParts[] {
    if (part === "organiser") return others;
    return part === "attendee" ? organisers : [...organisers, ...others];
  }
}

function peopleNamed(components: readonly EntryComponent[], name: "ATTENDEE" | "ORGANIZER"): LineParts[] {
  return components.flatMap((component) => linesOf(component, name).map(({ parts }) => parts));
}

/** RFC 6638 section 7.1: the server is the agent unless a parameter says otherwise; values nobody knows mean NONE. */
function leftToClients(told: readonly LineParts[]): boolean {
  const agents = told.map(
    ({ params }) => params.get("SCHEDULE-AGENT")?.[0]?.trim().toUpperCase() ?? "SERVER",
  );
  return agents.length > 0 && !agents.includes("SERVER");
}

function digestOf(address: string): string {
  return hash("sha256", address, "base64url");
}
