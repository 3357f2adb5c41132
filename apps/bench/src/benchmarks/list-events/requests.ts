import type { Account } from "../../peers/peers.ts";
import type { FilledServer } from "../../servers/filled.ts";
import { startRelay } from "../../servers/relay.ts";
import type { Lister } from "./listers.ts";

/** What a program asks the calendar server: to find its calendars, and for each listing after that. */
export type Requests = { first: number; each: number };

/** Counted on the way, apart from what is timed. */
export async function countRequests(
  { account }: FilledServer,
  start: (account: Account) => Promise<Lister>,
): Promise<Requests> {
  const relay = await startRelay(account.url);
  let lister: Lister | undefined;
  try {
    lister = await start({ ...account, url: relay.url });
    await lister.list();
    const first = relay.seen.length;
    await lister.list();
    return { first, each: relay.seen.length - first };
  } finally {
    await lister?.stop();
    await relay.stop();
  }
}
