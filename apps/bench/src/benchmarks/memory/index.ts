import type { Bench, Benchmark } from "../../benchmark.ts";
import { spreadOf, type Spread } from "../../measure/spread.ts";
import { getRecipe, launchMinimal, launchOwn, listEvents } from "../../programs/ours.ts";
import { atMost, type Row } from "../../report/row.ts";
import type { FilledServer } from "../../servers/filled.ts";
import { SEPTEMBER } from "../../servers/month.ts";
import type { Resident } from "./resident.ts";
import { type Course as CourseAt, memoryCourse, peakOfOneCall, type Subject } from "./subjects.ts";

const OWN_STARTS = 2;
const PEER_STARTS = 1;
const CALLS = { early: 200, late: 1_000 };
/** Ours go on, to show what is left of the growth once the program is warm. */
const MORE_CALLS = { ...CALLS, latest: 2_000 };
const SMALL = 20;
const LARGE = 10_000;
const MONTH = { from: SEPTEMBER.from, to: SEPTEMBER.to };

type Course = CourseAt<keyof typeof CALLS> & Partial<CourseAt<keyof typeof MORE_CALLS>>;

export const memory: Benchmark = {
  name: "memory",
  title: "resident memory of the built program",
  async measure(bench) {
    const subjects = await subjectsOf(bench);
    const courses = new Map<string, Course[]>(subjects.map(({ title }) => [title, []]));
    for (let start = 0; start < OWN_STARTS; start += 1) {
      for (const { title, subject, own } of subjects) {
        if (!own && start >= PEER_STARTS) continue;
        const calls = own ? MORE_CALLS : CALLS;
        bench.say(`${title}, ${Math.max(...Object.values(calls))} calls`);
        const course: Course | undefined = await memoryCourse(subject, calls);
        if (course === undefined) return { rows: [], notes: ["There is no /proc here to read it from."] };
        courses.get(title)?.push(course);
      }
    }
    const large = await largeServer(bench);
    return {
      rows: [
        ...subjects.filter(({ own }) => own).flatMap((own) => courseRows(own, subjects, courses)),
        ...(large === undefined ? [] : await peakRows(bench, large)),
      ],
      notes: [
        `A minimal SDK v2 server: ${courseInWords(await minimalCourse())}. Peers: ${[...courses]
          .filter(([title]) => !subjects.some((one) => one.own && one.title === title))
          .map(([title, [course]]) => `${title}, ${courseInWords(course)}`)
          .join("; ")}.`,
        `Flat means that ${CALLS.late} calls leave no more behind than ${CALLS.early} did, and ${MORE_CALLS.latest} no more than ` +
          `${CALLS.late}. Between ${CALLS.early} and ${CALLS.late} V8 optimises the program, and keeps what it took for that.`,
        "The peak is the most that the process ever had (VmHWM), in one call that reads 5,000 occurrences of 10,000 events" +
          (large === undefined ? "; no calendar server for it is installed here." : `, on ${large.name}.`),
      ],
    };
  },
};

type Named = { title: string; own: boolean; serves: "calendar" | "recipes"; subject: Subject };

async function subjectsOf({ lab, peers }: Bench): Promise<Named[]> {
  const sandbox = await lab.calendar("sandbox", SMALL);
  if (sandbox === undefined) throw new Error("The sandbox is always there.");
  const { account, slug } = await lab.recipes();
  const listing = { calendarUrl: sandbox.calendarUrl, ...MONTH };
  const own: Named[] = [
    {
      title: "caldav-mcp",
      own: true,
      serves: "calendar",
      subject: { launch: launchOwn("caldav-mcp", sandbox.account), call: listEvents(MONTH) },
    },
    {
      title: "mealie-mcp",
      own: true,
      serves: "recipes",
      subject: { launch: launchOwn("mealie-mcp", account), call: getRecipe(slug) },
    },
  ];
  const others = peers.present.flatMap((peer): Named[] => {
    const { title, serves } = peer;
    const call = peer.listEvents?.(listing) ?? peer.getRecipe?.(slug);
    if (call === undefined) return [];
    const launch = peer.launch(serves === "calendar" ? sandbox.account : account);
    return [{ title, own: false, serves, subject: { launch, call } }];
  });
  return [...own, ...others];
}

function courseRows(
  { title, serves }: Named,
  subjects: readonly Named[],
  courses: Map<string, Course[]>,
): Row[] {
  const spread = (of: string, pick: (course: Course) => number): Spread =>
    spreadOf((courses.get(of) ?? []).map(pick));
  const idle = ({ idle: { now } }: Course) => now;
  const late = ({ late: { now } }: Course) => now;
  const early = ({ early: { now } }: Course) => now;
  const latest = (course: Course) => course.latest?.now ?? Number.NaN;
  const peers = subjects.filter((one) => !one.own && one.serves === serves).map((one) => one.title);
  const beside = (name: string, pick: (course: Course) => number) => ({ name, spread: spread(name, pick) });
  return [
    { what: `${title}, idle`, unit: "MB", ours: spread(title, idle), goal: atMost("figure", 90) },
    {
      what: `${title}, after ${CALLS.late} calls`,
      unit: "MB",
      ours: spread(title, late),
      beside: { name: `after ${CALLS.early} calls`, spread: spread(title, early) },
      goal: atMost("ratio", 1.1),
    },
    {
      what: `${title}, after ${MORE_CALLS.latest} calls`,
      unit: "MB",
      ours: spread(title, latest),
      beside: { name: `after ${CALLS.late} calls`, spread: spread(title, late) },
      goal: atMost("ratio", 1.1),
    },
    ...peers.flatMap((peer): Row[] => [
      { what: `${title}, idle`, unit: "MB", ours: spread(title, idle), beside: beside(peer, idle) },
      {
        what: `${title}, after ${CALLS.late} calls`,
        unit: "MB",
        ours: spread(title, late),
        beside: beside(peer, late),
      },
    ]),
  ];
}

/** Cyrus before Radicale: it answers much faster, and the answer is the same. */
async function largeServer({ lab }: Bench): Promise<FilledServer | undefined> {
  return (await lab.calendar("cyrus", LARGE)) ?? (await lab.calendar("radicale", LARGE));
}

async function peakRows({ peers }: Bench, server: FilledServer): Promise<Row[]> {
  const subject = { launch: launchOwn("caldav-mcp", server.account), call: listEvents(MONTH) };
  const ours = await peaksOf(subject);
  const what = "caldav-mcp, peak of a listing of 5,000 occurrences";
  const rows: Row[] = [{ what, unit: "MB", ours, goal: atMost("figure", 250) }];
  for (const peer of peers.present) {
    const call = peer.listEvents?.({ calendarUrl: server.calendarUrl, ...MONTH });
    if (call === undefined) continue;
    // So many events are too much for some: then there is nothing to stand beside ours.
    const spread = await peaksOf({ launch: peer.launch(server.account), call }).catch(() => undefined);
    if (spread !== undefined) rows.push({ what, unit: "MB", ours, beside: { name: peer.title, spread } });
  }
  return rows;
}

async function peaksOf(subject: Subject): Promise<Spread> {
  const peaks: number[] = [];
  for (let start = 0; start < OWN_STARTS; start += 1) {
    const peak = await peakOfOneCall(subject);
    if (peak !== undefined) peaks.push(peak);
  }
  return spreadOf(peaks);
}

const minimalCourse = (): Promise<Course | undefined> =>
  memoryCourse({ launch: launchMinimal(), call: { name: "echo", arguments: { text: "hello" } } }, CALLS);

const courseInWords = (course: Course | undefined): string =>
  course === undefined
    ? "was not measured"
    : `${megabytesOf(course.idle)} MB when it is idle, ${megabytesOf(course.early)} after ${CALLS.early} calls and ` +
      `${megabytesOf(course.late)} after ${CALLS.late}, ${(course.late.now / course.early.now).toFixed(2)} ×`;

const megabytesOf = ({ now }: Resident): string => now.toFixed(0);
