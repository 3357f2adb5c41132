import type { Scheduling } from "../dav/scheduling.ts";
import type { EntryComponent } from "../ical/component.ts";
import { linesOf } from "../ical/properties.ts";
import type { People } from "../ical/types.ts";

/** Whether the server sends an answer to the organiser; `left`: the event leaves that to calendar programs (F112). */
export type Sending = "sends" | "may" | "none" | "left";

/**
 * What is known before an answer is written. SCHEDULE-AGENT counts for a server only that keeps to the standard; and
 * without an organiser there is nobody to send an answer to, though nothing keeps a server from telling others.
 */
export function sendingOf(
  { leftToClients }: Pick<People, "leftToClients">,
  { scheduling, hasOrganiser }: { scheduling: Scheduling; hasOrganiser: boolean },
): Sending {
  if (scheduling === "no") return "none";
  if (scheduling === "unknown") return "may";
  if (leftToClients) return "left";
  return hasOrganiser ? "sends" : "may";
}

/** What became of the mail, as far as anybody can tell. */
export type MailState = "none" | "not-known" | "expected" | "pending" | "sent" | "delivered" | "failed";

/**
 * What the server notes on the organiser's line after it took the answer (RFC 6638 section 3.2.9). A note that stood
 * there before proves nothing about this answer.
 */
export function mailState(
  sending: Sending,
  { before, after }: { before: readonly EntryComponent[]; after: readonly EntryComponent[] },
): MailState {
  if (sending === "none" || sending === "left") return "none";
  const old = statusesOf(before);
  const fresh = [...statusesOf(after)].filter((status) => !old.has(status));
  const noted = fresh.flatMap((status) => NOTED.find(({ pattern }) => pattern.test(status))?.state ?? []);
  const worst = WORST_FIRST.find((state) => noted.includes(state));
  return worst ?? (sending === "sends" ? "expected" : "not-known");
}

const NOTED: { pattern: RegExp; state: MailState }[] = [
  { pattern: /^1\.0/, state: "pending" },
  { pattern: /^1\.1/, state: "sent" },
  { pattern: /^(?:1\.2|2\.)/, state: "delivered" },
  { pattern: /^[35]\./, state: "failed" },
];
const WORST_FIRST: readonly MailState[] = ["failed", "pending", "sent", "delivered"];

function statusesOf(components: readonly EntryComponent[]): Set<string> {
  const lines = components.flatMap((component) => linesOf(component, "ORGANIZER"));
  return new Set(lines.flatMap(({ parts }) => parts.params.get("SCHEDULE-STATUS")?.[0]?.trim() ?? []));
}
