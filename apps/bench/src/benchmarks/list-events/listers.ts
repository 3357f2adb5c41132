import { z } from "zod";
import type { InstalledPeer, Peers } from "../../peers/fetch.ts";
import type { Account } from "../../peers/peers.ts";
import { callTool, initialize } from "../../programs/handshake.ts";
import { launchOwn, listEvents } from "../../programs/ours.ts";
import { type Launch, startProgram, type StdioProgram } from "../../programs/stdio-program.ts";
import type { FilledServer } from "../../servers/filled.ts";
import { SEPTEMBER } from "../../servers/month.ts";

/** A program that lists the month, started and greeted. */
export type Lister = {
  pid: number;
  /** One answer: the first page where there are pages. */
  list: () => Promise<void>;
  /** Every event of the month. */
  listAll: () => Promise<void>;
  stop: () => Promise<void>;
};

/** As many rows as the default of CALDAV_MAX_EVENTS allows. */
const PAGE = 100;
/** As many as a call may ask for. */
const LARGEST_PAGE = 500;

/** Ours; `account` may lead by way of a relay. */
export async function startOwnLister(server: FilledServer, account = server.account): Promise<Lister> {
  const program = await startGreeted(launchOwn("caldav-mcp", account));
  const page = async (args: Parameters<typeof listEvents>[0]): Promise<Page> =>
    pageOf.parse((await callTool(program, listEvents(args))).structured);
  const month = { from: SEPTEMBER.from, to: SEPTEMBER.to };
  return {
    pid: program.pid,
    stop: () => program.stop(),
    async list() {
      expectRows((await page(month)).count, Math.min(server.inMonth, PAGE));
    },
    async listAll() {
      let { count, cursor } = await page({ ...month, limit: LARGEST_PAGE });
      while (cursor !== undefined) {
        const next = await page({ limit: LARGEST_PAGE, cursor });
        count += next.count;
        cursor = next.cursor;
      }
      expectRows(count, server.inMonth);
    },
  };
}

const pageOf = z.object({ count: z.number(), cursor: z.string().optional() });
type Page = z.infer<typeof pageOf>;

/** The peers that list events; each lists the whole month at once. */
export function peersThatList({ present }: Peers): InstalledPeer[] {
  return present.filter(({ listEvents: list }) => list !== undefined);
}

export async function startPeerLister(
  peer: InstalledPeer,
  server: FilledServer,
  account: Account = server.account,
): Promise<Lister> {
  const { calendarUrl } = server;
  const call = peer.listEvents?.({ calendarUrl, from: SEPTEMBER.from, to: SEPTEMBER.to });
  if (call === undefined) throw new Error(`${peer.name} lists no events.`);
  const program = await startGreeted(peer.launch(account));
  const list = async (): Promise<void> => {
    const { text } = await callTool(program, call);
    const rows: unknown = JSON.parse(text);
    expectRows(Array.isArray(rows) ? rows.length : 0, server.inMonth);
  };
  return { pid: program.pid, list, listAll: list, stop: () => program.stop() };
}

async function startGreeted(launch: Launch): Promise<StdioProgram> {
  const program = startProgram(launch);
  try {
    await initialize(program);
    return program;
  } catch (cause) {
    await program.stop();
    throw cause;
  }
}

function expectRows(found: number, wanted: number): void {
  if (found !== wanted) throw new Error(`${found} events were listed instead of ${wanted}.`);
}
