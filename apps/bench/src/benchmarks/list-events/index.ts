import type { Bench, Benchmark } from "../../benchmark.ts";
import { type Contestant, interleave } from "../../measure/interleave.ts";
import { counted, type Spread } from "../../measure/spread.ts";
import type { InstalledPeer } from "../../peers/fetch.ts";
import { atMost, type Goal, type Row } from "../../report/row.ts";
import { reasonOf } from "../../report/reason.ts";
import type { FilledServer } from "../../servers/filled.ts";
import { rawListing } from "./floor.ts";
import { peersThatList, startOwnLister, startPeerLister } from "./listers.ts";
import { countRequests } from "./requests.ts";

const FLOOR = "one REPORT, parsed";
const OWN = "ours";
const OWN_WHOLE = "ours, whole month";
const FIRST_ROUNDS = 3;

/** How often each is run, by the size of the calendar. */
const SIZES = [
  { events: 1_000, rounds: 15, whole: true },
  { events: 10_000, rounds: 5, whole: false },
];
const NAMES = ["radicale", "cyrus"] as const;
const GOALS: Record<(typeof NAMES)[number], Goal> = {
  radicale: atMost("ratio", 1.3),
  cyrus: atMost("ratio", 2),
};

export const listEventsBenchmark: Benchmark = {
  name: "list-events",
  title: "one month with half of the calendar in it, through the built program over stdio",
  async measure(bench) {
    const rows: Row[] = [];
    const failures: string[] = [];
    const notes = [
      "The month holds half of the events. Ours answers with the first 100, which is the default page; the peer has no pages " +
        "and answers with all of them. `whole month` is all pages of ours, as large as may be asked for.",
      "Cyrus gives every account a calendar of its own, which ours lists as well: two requests where the floor and the peer " +
        "have one.",
    ];
    // All of them are filled at once, and none while anything is measured.
    const wanted = NAMES.flatMap((name) => SIZES.map((size) => ({ name, ...size })));
    const servers = await Promise.all(wanted.map(({ name, events }) => bench.lab.calendar(name, events)));
    for (const [index, size] of wanted.entries()) {
      const server = servers[index];
      if (server === undefined) continue;
      try {
        const measured = await measureOn(server, bench, size);
        rows.push(...measured.rows);
        notes.push(...measured.notes);
      } catch (error) {
        // The others are worth having all the same.
        failures.push(`${size.name}, ${size.events.toLocaleString("en")} events: ${reasonOf(error)}`);
      }
    }
    for (const name of NAMES.filter((one) => !servers.some((server) => server?.name === one)))
      notes.push(`${name} is not installed here, so its rows are missing.`);
    return { rows, notes, failures };
  },
};

type Size = { name: (typeof NAMES)[number]; events: number; rounds: number; whole: boolean };
type Measured = { rows: Row[]; notes: string[] };

async function measureOn(
  server: FilledServer,
  bench: Bench,
  { name, events, rounds, whole }: Size,
): Promise<Measured> {
  const label = (what: string): string => `${name}, ${events.toLocaleString("en")} events, ${what}`;
  const [peer] = peersThatList(bench.peers);
  bench.say(label("listing"));
  const first = await measureFirst(server);
  const { spreadOf, dropped } = await measureWarm(server, peer, { rounds, whole });
  const rows = [
    { ...against(label("warm"), spreadOf, { ours: OWN, beside: FLOOR }), goal: GOALS[name] },
    against(label("first call, calendars found"), first, { ours: OWN, beside: FLOOR }),
  ];
  if (peer !== undefined && dropped === undefined) {
    rows.push(against(label("warm"), spreadOf, { ours: OWN, beside: peer.title }));
    if (whole) rows.push(against(label("whole month"), spreadOf, { ours: OWN_WHOLE, beside: peer.title }));
  }
  return {
    rows: [...rows, ...(await countedRows(server, dropped === undefined ? peer : undefined, label))],
    notes: peer !== undefined && dropped !== undefined ? [label(`${peer.title} failed: ${dropped}`)] : [],
  };
}

type Spreads = (name: string) => Spread;
type Pair = { ours: string; beside: string };

function against(what: string, spreadOf: Spreads, { ours, beside }: Pair): Row {
  return { what, unit: "ms", ours: spreadOf(ours), beside: { name: beside, spread: spreadOf(beside) } };
}

/** `dropped` says why the peer has no figures: after its first failure it is not run again. */
async function measureWarm(
  server: FilledServer,
  peer: InstalledPeer | undefined,
  { rounds, whole }: { rounds: number; whole: boolean },
): Promise<{ spreadOf: Spreads; dropped: string | undefined }> {
  const own = await startOwnLister(server);
  const other = peer && (await startPeerLister(peer, server));
  let dropped: string | undefined;
  const listOther = async (): Promise<void> => {
    if (dropped !== undefined) return;
    await other?.list().catch((error: unknown) => {
      dropped = reasonOf(error);
    });
  };
  const contestants: Contestant[] = [
    { name: FLOOR, run: () => floorListing(server) },
    { name: OWN, run: () => own.list() },
    ...(whole ? [{ name: OWN_WHOLE, run: () => own.listAll() }] : []),
    ...(peer === undefined ? [] : [{ name: peer.title, run: listOther }]),
  ];
  try {
    const spreadOf = await interleave(contestants, { rounds });
    return { spreadOf, dropped };
  } finally {
    await own.stop();
    await other?.stop();
  }
}

/** Of a program that has just been started: the calendars have to be found first. */
async function measureFirst(server: FilledServer): Promise<Spreads> {
  const first = async (): Promise<number> => {
    const own = await startOwnLister(server);
    try {
      const start = performance.now();
      await own.list();
      return performance.now() - start;
    } finally {
      await own.stop();
    }
  };
  return await interleave<string>(
    [
      { name: FLOOR, run: () => floorListing(server) },
      { name: OWN, run: first },
    ],
    { rounds: FIRST_ROUNDS },
  );
}

async function floorListing(server: FilledServer): Promise<void> {
  const found = await rawListing(server);
  if (found !== server.inMonth) throw new Error(`The floor found ${found} events of ${server.inMonth}.`);
}

async function countedRows(
  server: FilledServer,
  peer: InstalledPeer | undefined,
  label: (what: string) => string,
): Promise<Row[]> {
  const own = await countRequests(server, (account) => startOwnLister(server, account));
  // So many events are too much for some, all the more by way of the relay: then only ours are counted.
  const theirs =
    peer &&
    (await countRequests(server, (account) => startPeerLister(peer, server, account)).catch(() => undefined));
  const beside = (pick: "first" | "each") =>
    peer && theirs && { beside: { name: peer.title, spread: counted(theirs[pick]) } };
  // The one that is filled here, and on Cyrus that of the account.
  const calendars = server.name === "cyrus" ? 2 : 1;
  return [
    {
      what: label(`requests of one listing of ${calendars} calendar${calendars === 1 ? "" : "s"}`),
      unit: "requests",
      ours: counted(own.each),
      ...beside("each"),
      goal: atMost("figure", calendars),
    },
    {
      what: label("requests up to the first listing"),
      unit: "requests",
      ours: counted(own.first),
      ...beside("first"),
    },
  ];
}
