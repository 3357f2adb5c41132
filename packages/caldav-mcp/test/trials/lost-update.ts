import {
  type Connection,
  connect,
  type FactoryTarget,
  type ReceivedResult,
  textOf,
} from "confirm-guard/testing";
import { setTimeout as pause } from "node:timers/promises";
import { readConfig } from "../../src/config.ts";
import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { readDocument } from "../../src/ical/document.ts";
import { searchText } from "../../src/ical/fields.ts";
import { createServerFactory } from "../../src/server.ts";
import { event } from "../behaviour/objects.ts";
import { everyServer } from "../servers/every-server.ts";
import type { TestServer } from "../servers/test-server.ts";

/**
 * Several writers edit one entry at the same time, each through a server of its own. Each edit writes a text that nobody
 * else writes and is told what was there before, so the committed ones must form one chain: from the first text, over
 * every committed one exactly once, to the text that stands there in the end. An edit that was lost, or committed and
 * reported as failed, would break it.
 *
 * Run all of it: `node test/trials/lost-update.ts [writers] [edits]` in packages/caldav-mcp.
 */
export type Trial = { writers: number; edits: number };

export type Figures = {
  committed: number;
  /** Reported as changed by somebody else, nothing written; each was then tried again. */
  conflicts: number;
  /** Failures of any other kind, by their text; there should be none. */
  failures: string[];
  /** How many of the committed edits stand in the chain that ends at what is stored. */
  visible: number;
  ms: number;
};

const CALENDAR = "lost-update";
const FIRST = "nobody";
const TRIES_PER_EDIT = 500;

type Committed = { before: string; after: string };

export async function lostUpdateTrial(server: TestServer, { writers, edits }: Trial): Promise<Figures> {
  await server.makeCalendar(CALENDAR, ["VEVENT"]);
  const url = new URL("shared.ics", server.calendarUrl(CALENDAR)).href;
  const stored = event(
    "shared@example.org",
    `DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Shared\nDESCRIPTION:${FIRST}`,
  );
  await server.put(url, stored);
  const calendar = new URL(server.calendarUrl(CALENDAR)).pathname;
  const id = encodeEntryId({ kind: "event", calendar, resource: "shared.ics" });

  const began = performance.now();
  const work = Array.from({ length: writers }, async (_one, writer) => write(server, { id, writer, edits }));
  const done = await Promise.all(work);
  const ms = Math.round(performance.now() - began);

  const committed = done.flatMap((one) => one.committed);
  const document = readDocument((await server.get(url)).text);
  const last = document.master === undefined ? "" : searchText(document.master, "description").join("\n");
  return {
    committed: committed.length,
    conflicts: done.reduce((sum, one) => sum + one.conflicts, 0),
    failures: done.flatMap((one) => one.failures),
    visible: chainLength(committed, last),
    ms,
  };
}

type Writer = { id: string; writer: number; edits: number };
type Done = { committed: Committed[]; conflicts: number; failures: string[] };

async function write(server: TestServer, { id, writer, edits }: Writer): Promise<Done> {
  await using connection = await openWriter(server);
  const done: Done = { committed: [], conflicts: 0, failures: [] };
  for (let edit = 1; edit <= edits; edit += 1) {
    const after = `writer ${writer}, edit ${edit}`;
    const outcome = await untilCommitted(connection, { id, description: after }, done);
    if (outcome !== undefined) done.committed.push({ before: outcome, after });
  }
  return done;
}

/** What stood there before, once the edit was committed. */
async function untilCommitted(
  connection: Connection,
  args: { id: string; description: string },
  done: Done,
): Promise<string | undefined> {
  for (let attempt = 0; attempt < TRIES_PER_EDIT; attempt += 1) {
    const result = await connection.callTool("update_event", args);
    if (result.isError !== true) return descriptionBefore(result);
    if (!isConflict(result)) {
      done.failures.push(textOf(result));
      return undefined;
    }
    done.conflicts += 1;
    // Without a pause of a random length writers fall into step, and the same one wins every time.
    await pause(Math.random() * 5 * Math.min(attempt + 1, 10));
  }
  done.failures.push(`not committed in ${TRIES_PER_EDIT} attempts`);
  return undefined;
}

function isConflict(result: ReceivedResult): boolean {
  return /no longer what it was when it was read.*nothing was changed/i.test(textOf(result));
}

type WithReplaced = { replaced?: { untrusted_text?: { description?: string | null } } };

function descriptionBefore({ structuredContent }: ReceivedResult): string {
  return (structuredContent as WithReplaced | undefined)?.replaced?.untrusted_text?.description ?? "";
}

async function openWriter(server: TestServer): Promise<Connection> {
  const config = readConfig({
    CALDAV_URL: server.url,
    CALDAV_USERNAME: server.user,
    CALDAV_PASSWORD: server.password,
  });
  const factory = createServerFactory(config, {
    version: "0.0.0",
    log: () => undefined,
  }) as unknown as FactoryTarget["factory"];
  return connect({ factory }, { era: "2026" });
}

/** Backwards from what is stored; each text was written once, so each step is the only possible one. */
function chainLength(committed: readonly Committed[], last: string): number {
  const beforeOf = new Map(committed.map(({ before, after }) => [after, before]));
  const seen = new Set<string>();
  let text = last;
  for (
    let before = beforeOf.get(text);
    before !== undefined && !seen.has(text);
    before = beforeOf.get(text)
  ) {
    seen.add(text);
    text = before;
  }
  return text === FIRST ? seen.size : -seen.size;
}

if (import.meta.main) {
  const [writers = 8, edits = 200] = process.argv.slice(2).map(Number);
  for (const launcher of everyServer().filter(({ available }) => available)) {
    const server = await launcher.start();
    try {
      const figures = await lostUpdateTrial(server, { writers, edits });
      const whole = figures.committed === writers * edits && figures.visible === figures.committed;
      process.stdout.write(`${launcher.name}: ${JSON.stringify(figures)}${whole ? "" : " LOST"}\n`);
      if (!whole) process.exitCode = 1;
    } finally {
      await server.stop();
    }
  }
}
