/**
 * What the server lets see of RFC 6638: `on` announces it, with inbox, outbox and mail addresses; `unknown` announces it
 * and has no inbox and no outbox, as servers do that have it switched off halfway; `off` shows nothing. No mail is ever
 * sent.
 */
export type Scheduling = "on" | "off" | "unknown";

const FEATURES = "1, 3, access-control, calendar-access";

export function davHeader(scheduling: Scheduling): string {
  return scheduling === "off" ? FEATURES : `${FEATURES}, calendar-auto-schedule`;
}
