import type { Discovery } from "./calendars.ts";
import type { DavOptions } from "./client.ts";

/** Whether the server itself sends mail about invitations (RFC 6638). */
export type Scheduling = "yes" | "no" | "unknown";

/**
 * Believes only what is seen: `yes` wants the whole token of RFC 6638 section 2, an inbox, an outbox and a mail
 * address of the account; `no` wants none of the first three. Servers that announce one and lack the others exist,
 * and for them it is unknown.
 */
export function schedulingOf(
  discovery: Pick<Discovery, "scheduleInbox" | "scheduleOutbox" | "addresses">,
  options: DavOptions | undefined,
): Scheduling {
  if (options === undefined) return "unknown";
  const { scheduleInbox, scheduleOutbox, addresses } = discovery;
  const announced = options.features.has("calendar-auto-schedule");
  if (announced && scheduleInbox && scheduleOutbox && addresses.length > 0) return "yes";
  const hinted = [...options.features].some((feature) => feature.includes("schedul"));
  return hinted || scheduleInbox || scheduleOutbox ? "unknown" : "no";
}
