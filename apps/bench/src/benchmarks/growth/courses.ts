import { processorTime } from "../../measure/clocks.ts";
import { startRelay } from "../../servers/relay.ts";
import { expandOurs } from "../expansion/expanders.ts";
import { seriesTexts, zonedTexts } from "../expansion/texts.ts";
import { framed, hostileOf, proseOf, type Sample, slowestHostile } from "../guard/framing.ts";
import { guardParts } from "../guard/parts.ts";
import { guardedRound } from "../guard/rounds.ts";
import { startOwnLister } from "../list-events/listers.ts";
import type { Course, Prepared } from "./course.ts";

const YEAR = { from: Date.UTC(2026, 0, 1), to: Date.UTC(2027, 0, 1) };
const SEPTEMBER = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };
const PARTS = 20;

/** The benchmarks list-events, expansion and guard, each at 1 ×, 4 × and 16 ×. */
export function coursesOf(): Course[] {
  const [slowest = ""] = slowestHostile(1);
  return [
    listing,
    series,
    zoned,
    questions,
    rounds,
    framing("plain prose", proseOf),
    framing(`${slowest}, the slowest hostile text`, (size) => hostileOf(slowest, size)),
  ];
}

const listing: Course = {
  what: "list_events",
  unit: "events",
  sizes: sizesFrom(250),
  async prepare(size, { lab }) {
    const server = await lab.calendar("sandbox", size);
    if (server === undefined) throw new Error("The sandbox is always there.");
    const relay = await startRelay(server.account.url, { replay: true });
    const lister = await startOwnLister(server, { ...server.account, url: relay.url });
    return {
      async run() {
        const start = performance.now();
        await lister.list();
        return performance.now() - start;
      },
      async close() {
        await lister.stop();
        await relay.stop();
      },
    };
  },
};

const series: Course = {
  what: "expansion over one year",
  unit: "series from 2010",
  sizes: sizesFrom(50),
  prepare: (size) => {
    const texts = seriesTexts(size).map(({ text }) => text);
    return timed(() => expandOurs(texts, YEAR));
  },
};

const zoned: Course = {
  what: "expansion",
  unit: "single events, each with its VTIMEZONE, no two alike",
  sizes: sizesFrom(500),
  prepare: (size) => {
    const texts = zonedTexts(size, size);
    return timed(() => expandOurs(texts, SEPTEMBER));
  },
};

const questions: Course = {
  what: `seal + open + fingerprint + question, ${PARTS} times`,
  unit: "characters of arguments",
  sizes: sizesFrom(1_000),
  prepare: (size) => {
    const once = guardParts({ id: "x".repeat(size) });
    return timed(() => {
      for (let count = 0; count < PARTS; count += 1) once();
    });
  },
};

const rounds: Course = {
  what: "confirm rounds one after the other, 2025-11-25",
  unit: "rounds",
  sizes: sizesFrom(25),
  async prepare(size) {
    const round = await guardedRound("2025");
    const repeat = async (): Promise<void> => {
      for (let count = 0; count < size; count += 1) await round.call();
    };
    return { ...timed(repeat), close: () => round.close() };
  },
};

function framing(name: string, sample: (size: number) => Sample): Course {
  return {
    what: `framing, ${name}`,
    unit: "characters",
    sizes: sizesFrom(50_000),
    prepare: (size) => {
      const text = sample(size);
      return timed(() => framed(text));
    },
  };
}

function sizesFrom(first: number): number[] {
  return [first, 4 * first, 16 * first];
}

/** For work that waits for nothing. */
function timed(work: () => unknown): Prepared {
  return {
    async run() {
      const start = processorTime();
      await work();
      return processorTime() - start;
    },
  };
}
