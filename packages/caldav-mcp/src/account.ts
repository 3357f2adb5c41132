import type { Budget } from "server-kit";
import type { Config } from "./config.ts";
import type { Discovery } from "./dav/calendars.ts";
import type { DavClient } from "./dav/client.ts";
import { type Scheduling, schedulingOf } from "./dav/scheduling.ts";
import type { ViewOptions } from "./ical/view.ts";

/** What the tools work with: one account on one server, and how to look at it. */
export type CaldavAccount = {
  client: DavClient;
  /** Cached for five minutes; a failure is not kept. */
  discover(call: { budget: Budget }): Promise<Discovery>;
  /** Whether the server mails invited people by itself; asked once, and `unknown` when it cannot be found out. */
  scheduling(discovery: Discovery, call: { budget: Budget }): Promise<Scheduling>;
  config: Config;
  /** Host of the configured address, for dialogs. */
  host: string;
  now: () => number;
  /** Makes the UID of a new entry. */
  newUid: () => string;
  /** False once the process has been told to end and its time for approved work is over. */
  mayBegin: () => boolean;
};

/** How the entries of the account are looked at from a zone. */
export function viewOf(zone: string, { addresses }: Pick<Discovery, "addresses">): ViewOptions {
  return { zone, ownAddresses: new Set(addresses) };
}

export type AccountParts = Omit<CaldavAccount, "scheduling">;

/** The account with its scheduling probe. */
export function createAccount(parts: AccountParts): CaldavAccount {
  const seen = new WeakMap<Discovery, Promise<Scheduling>>();
  const probe = async (discovery: Discovery, call: { budget: Budget }): Promise<Scheduling> => {
    const calendar = discovery.calendars[0];
    if (calendar === undefined) return "unknown";
    try {
      return schedulingOf(discovery, await parts.client.options(calendar.url, call));
    } catch {
      seen.delete(discovery);
      return "unknown";
    }
  };
  return {
    ...parts,
    scheduling: (discovery, call) => {
      const known = seen.get(discovery);
      if (known !== undefined) return known;
      const asked = probe(discovery, call);
      seen.set(discovery, asked);
      return asked;
    },
  };
}
