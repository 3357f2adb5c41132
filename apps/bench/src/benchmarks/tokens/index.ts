import type { Bench, Benchmark } from "../../benchmark.ts";
import { counted } from "../../measure/spread.ts";
import type { InstalledPeer } from "../../peers/fetch.ts";
import type { Account } from "../../peers/peers.ts";
import { callTool, initialize, listTools, type ToolAnswer, type ToolCall } from "../../programs/handshake.ts";
import { getRecipe, launchOwn, listEvents, type OwnName } from "../../programs/ours.ts";
import { type Launch, startProgram, type StdioProgram } from "../../programs/stdio-program.ts";
import { below, type Row } from "../../report/row.ts";
import { SEPTEMBER } from "../../servers/month.ts";
import { countEventFacts, eventsInMonth, rowsOf } from "./facts.ts";
import { countRecipeFacts } from "./recipe-facts.ts";
import { measureToolList, type ToolList } from "./tool-list.ts";

/** So many that half of them, those of the month, are 50. */
const EVENTS = 100;

/** What a model reads for an answer in one channel, and how much it learns from it. */
type Reading = { characters: number; facts: number };
/** The channels of one program: a peer may have no structured part. */
type Readings = { text: Reading; structured?: Reading };

export const tokens: Benchmark = {
  name: "tokens",
  title: "characters that a model reads",
  async measure(bench) {
    const sandbox = await bench.lab.calendar("sandbox", EVENTS);
    if (sandbox === undefined) throw new Error("The sandbox is always there.");
    const { account, slug, recipe } = await bench.lab.recipes();
    const { from, to } = SEPTEMBER;
    const listing = { calendarUrl: sandbox.calendarUrl, from, to };
    return {
      rows: [
        ...(await answerRows(bench, {
          own: "caldav-mcp",
          what: "50 events",
          account: sandbox.account,
          call: listEvents({ from, to }),
          peerCall: (peer) => peer.listEvents?.(listing),
          countFacts: eventFacts,
        })),
        ...(await answerRows(bench, {
          own: "mealie-mcp",
          what: "one recipe",
          account,
          call: getRecipe(slug),
          peerCall: (peer) => peer.getRecipe?.(slug),
          countFacts: (answer) => countRecipeFacts(answer, recipe),
        })),
        ...(await toolRows(bench, "caldav-mcp", sandbox.account)),
        ...(await toolRows(bench, "mealie-mcp", account)),
      ],
      notes: [
        "Text and structured part of an answer are the same twice over; a client shows a model one of them. The frame that marks " +
          "foreign text is counted. A peer has text only.",
        "Facts of an event: title, place, start, end, notes, weekday, zone, whole day or not, calendar, handle, invited people, " +
          "repetition, reminders; of a recipe: each word and number that a cook reads; of a tool list: each tool and argument.",
      ],
    };
  },
};

type Comparison = {
  own: OwnName;
  what: string;
  account: Account;
  call: ToolCall;
  peerCall: (peer: InstalledPeer) => ToolCall | undefined;
  countFacts: (answer: string) => number;
};

async function answerRows(bench: Bench, comparison: Comparison): Promise<Row[]> {
  const { own, what, account, call, peerCall, countFacts } = comparison;
  const ours = readingsOf(await answerOf(launchOwn(own, account), call), countFacts);
  const rows: Row[] = [];
  for (const peer of bench.peers.present) {
    const theirCall = peerCall(peer);
    if (theirCall === undefined) continue;
    const theirs = readingsOf(await answerOf(peer.launch(account), theirCall), countFacts);
    const name = peer.title;
    rows.push(...readingRows(`${what}, text`, ours.text, { name, reading: theirs.text }));
    if (ours.structured !== undefined)
      rows.push(
        ...readingRows(`${what}, structured`, ours.structured, {
          name,
          reading: theirs.structured ?? theirs.text,
        }),
      );
  }
  return rows;
}

function readingRows(what: string, ours: Reading, other: { name: string; reading: Reading }): Row[] {
  const per = ({ characters, facts }: Reading) => counted(characters / facts);
  return [
    {
      what: `${what}, all of it (${ours.facts} facts; theirs ${other.reading.facts})`,
      unit: "characters",
      ours: counted(ours.characters),
      beside: { name: other.name, spread: counted(other.reading.characters) },
    },
    {
      what: `${what}, per fact`,
      unit: "characters",
      ours: per(ours),
      beside: { name: other.name, spread: per(other.reading) },
      goal: below("ratio", 1),
    },
  ];
}

function readingsOf({ text, structured }: ToolAnswer, countFacts: (answer: string) => number): Readings {
  const reading = (answer: string): Reading => ({ characters: answer.length, facts: countFacts(answer) });
  return {
    text: reading(text),
    ...(structured === undefined ? {} : { structured: reading(JSON.stringify(structured)) }),
  };
}

function eventFacts(answer: string): number {
  const rows = rowsOf(answer);
  if (rows.length !== eventsInMonth(EVENTS)) throw new Error(`An answer has ${rows.length} events.`);
  return countEventFacts(rows);
}

async function toolRows(bench: Bench, own: OwnName, account: Account): Promise<Row[]> {
  const serves = own === "caldav-mcp" ? "calendar" : "recipes";
  const ours = await toolListOf(launchOwn(own, account));
  const rows: Row[] = [];
  for (const peer of bench.peers.present.filter((one) => one.serves === serves)) {
    const theirs = await toolListOf(peer.launch(account));
    const row = (what: string, of: (list: ToolList) => number): Row => ({
      what: `tools/list of ${own}, ${what}`,
      unit: "characters",
      ours: counted(of(ours)),
      beside: { name: peer.title, spread: counted(of(theirs)) },
    });
    rows.push(
      row(`what a model is shown (${ours.tools} tools; theirs ${theirs.tools})`, ({ shown }) => shown),
      {
        ...row("shown, per tool and argument", ({ shown, facts }) => shown / facts),
        goal: below("ratio", 1),
      },
      row("all of it, with the shapes of answers", ({ all }) => all),
    );
  }
  return rows;
}

function answerOf(launch: Launch, call: ToolCall): Promise<ToolAnswer> {
  return withProgram(launch, (program) => callTool(program, call));
}

async function toolListOf(launch: Launch): Promise<ToolList> {
  return measureToolList(await withProgram(launch, async (program) => (await listTools(program)).result));
}

async function withProgram<T>(launch: Launch, use: (program: StdioProgram) => Promise<T>): Promise<T> {
  const program = startProgram(launch);
  try {
    await initialize(program);
    return await use(program);
  } finally {
    await program.stop();
  }
}
