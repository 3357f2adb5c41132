import { type Sandbox, startSandbox } from "sandbox";
import { createBudget } from "server-kit";
import { describe, expect, it } from "vitest";
import { readConfig } from "../../src/config.ts";
import { readEntry } from "../../src/dav/entries.ts";
import { splitSeries, type Written } from "../../src/editing/split.ts";
import { CaldavError } from "../../src/errors.ts";
import { openAccount } from "../../src/opened.ts";
import { event } from "../behaviour/objects.ts";
import * as bad from "../deviations/deviations.ts";
import { type Asked, type Deviation, startProxy } from "../deviations/proxy.ts";

const LINES = "DTSTART:20260901T090000Z\nDTEND:20260901T100000Z\nSUMMARY:Daily";
const WHOLE = event("old@example.org", `${LINES}\nRRULE:FREQ=DAILY;COUNT=6`);
const ENDED = event("old@example.org", `${LINES}\nRRULE:FREQ=DAILY;UNTIL=20260903T090000Z`);
const LATER = event(
  "new@example.org",
  `${LINES.replaceAll("20260901", "20260904")}\nRRULE:FREQ=DAILY;COUNT=3`,
);

/** What stands in the calendar. Nothing is ever lost in any of them. */
type Standing = "before" | "after" | "twice" | "lost" | "odd";

async function openTrial(requestMs = 15_000) {
  const sandbox: Sandbox = await startSandbox({
    calendars: [{ name: "events", displayName: "Events", components: ["VEVENT"] }],
  });
  const proxy = await startProxy(sandbox.url);
  const config = readConfig({
    CALDAV_URL: proxy.url,
    CALDAV_USERNAME: sandbox.user,
    CALDAV_PASSWORD: sandbox.password,
  });
  if (config.account === undefined) throw new Error("no account");
  const account = openAccount(config, config.account, {
    version: "0.0.0",
    log: () => undefined,
    limits: { requestMs },
  });
  const home = `${sandbox.home}events/`;
  sandbox.store.put(`${home}old.ics`, WHOLE);
  const call = { budget: createBudget() };
  const discovery = await account.discover(call);
  const [calendar] = discovery.calendars;
  if (calendar === undefined) throw new Error("no calendar");
  const entry = await readEntry(account.client, calendar, "old.ics", call);
  call.budget.mustFinish();
  const offset = proxy.asked.length;
  return {
    sandbox,
    proxy,
    home,
    split: async (): Promise<Written> => splitSeries(account, { entry, text: ENDED, rest: LATER }, call),
    /** The requests of the split alone. */
    asked: () => proxy.asked.slice(offset),
    standing: (): Standing => {
      const paths = sandbox.store.list(home);
      const texts = paths.map((path) => sandbox.store.get(path)?.text);
      const has = (text: string): boolean => texts.includes(text);
      if (has(WHOLE)) return texts.length === 1 ? "before" : has(LATER) ? "twice" : "odd";
      if (!has(ENDED)) return "odd";
      return has(LATER) && texts.length === 2 ? "after" : "lost";
    },
    [Symbol.asyncDispose]: async () => {
      await proxy.close();
      await sandbox.close();
    },
  };
}

type Says = "done" | "unchanged" | "open";
type Trial = Awaited<ReturnType<typeof openTrial>>;

/** What the caller is told: that it is done, that nothing changed, or that it could not be known. */
async function reportOf(trial: Trial): Promise<{ says: Says; message: string }> {
  try {
    const written = await trial.split();
    return written.outcome === "written"
      ? { says: "done", message: "" }
      : { says: "open", message: written.message };
  } catch (error) {
    if (!(error instanceof CaldavError)) throw error;
    return { says: error.code === "write-unknown" ? "open" : "unchanged", message: error.message };
  }
}

/** The request with this number, and from there on all of them when `onwards`. */
function bendAt(trial: Trial, number: number, deviation: Deviation, onwards = false): void {
  let seen = -1;
  trial.proxy.bend({}, (asked: Asked, forward) => {
    seen += 1;
    return seen === number || (onwards && seen > number) ? deviation(asked, forward) : forward(asked);
  });
}

const isOld = /old\.ics$/;

describe("a split", () => {
  it("stores the later occurrences first, and ends the old series second", async () => {
    await using trial = await openTrial();
    const written = await trial.split();
    expect(written.outcome).toBe("written");
    expect(trial.standing()).toBe("after");
    const writes = trial.asked().filter(({ method }) => method === "PUT");
    expect(
      writes.map(({ headers }) => [headers["if-none-match"], headers["if-match"] !== undefined]),
    ).toEqual([
      ["*", false],
      [undefined, true],
    ]);
    expect(writes[1]?.path).toMatch(isOld);
  });

  it("is taken back when somebody changed the series meanwhile", async () => {
    await using trial = await openTrial();
    const theirs = WHOLE.replace("SUMMARY:Daily", "SUMMARY:Theirs");
    trial.proxy.bend(
      { method: "PUT", path: isOld },
      bad.after(() => void trial.sandbox.store.put(`${trial.home}old.ics`, theirs)),
    );
    const { says, message } = await reportOf(trial);
    expect(says).toBe("unchanged");
    expect(message).toMatch(/no longer what it was.*taken back, so in the end nothing was changed\.$/);
    expect(message.match(/nothing was changed/gi)).toHaveLength(1);
    expect(trial.sandbox.store.list(trial.home)).toHaveLength(1);
    expect(trial.sandbox.store.get(`${trial.home}old.ics`)?.text).toBe(theirs);
  });

  it.each<[string, Deviation]>([
    ["403", bad.says(403)],
    ["413", bad.says(413)],
    ["429", bad.says(429, { headers: { "retry-after": "0" } })],
    ["507", bad.says(507)],
  ])("is taken back when the server refuses the second write with %s", async (_name, deviation) => {
    await using trial = await openTrial();
    trial.proxy.bend({ method: "PUT", path: isOld }, deviation);
    const { says, message } = await reportOf(trial);
    expect([says, trial.standing()]).toEqual(["unchanged", "before"]);
    expect(message).toMatch(/taken back, so in the end nothing was changed\.$/);
  });

  it("says that the later ones stand twice when it can neither be finished nor taken back", async () => {
    await using trial = await openTrial();
    trial.proxy.bend({ method: "PUT", path: isOld }, bad.says(403));
    trial.proxy.bend({ method: "DELETE" }, bad.says(403));
    const { says, message } = await reportOf(trial);
    expect([says, trial.standing()]).toEqual(["open", "twice"]);
    expect(message).toMatch(/the old series is as it was, and the later occurrences stand twice/);
  });

  it("says that it does not know whether it was taken back when that answer is lost", async () => {
    await using trial = await openTrial();
    trial.proxy.bend({ method: "PUT", path: isOld }, bad.says(403));
    trial.proxy.bend({ method: "DELETE" }, bad.hangUp);
    const { says, message } = await reportOf(trial);
    expect([says, trial.standing()]).toEqual(["open", "twice"]);
    expect(message).toMatch(/Whether the new one was deleted again is not known/);
  });

  it("is sent a second time when the answer to the second write is lost, and the series is as it was", async () => {
    await using trial = await openTrial();
    trial.proxy.bend({ method: "PUT", path: isOld, first: 1 }, bad.hangUp);
    expect([(await reportOf(trial)).says, trial.standing()]).toEqual(["done", "after"]);
    expect(trial.proxy.count({ method: "PUT", path: isOld })).toBe(2);
  });

  it("never writes a second time over what somebody else stored meanwhile", async () => {
    await using trial = await openTrial();
    const theirs = WHOLE.replace("SUMMARY:Daily", "SUMMARY:Theirs");
    trial.proxy.bend({ method: "PUT", path: isOld, first: 1 }, async (asked, forward) => {
      trial.sandbox.store.put(`${trial.home}old.ics`, theirs);
      return bad.hangUp(asked, forward);
    });
    const { says, message } = await reportOf(trial);
    expect(says).toBe("open");
    expect(message).toMatch(/If the later occurrences stand twice/);
    expect(trial.sandbox.store.get(`${trial.home}old.ics`)?.text).toBe(theirs);
    expect(trial.proxy.count({ method: "PUT", path: isOld })).toBe(1);
  });

  it("touches the series in no way when the first write is open, and says what may stand there", async () => {
    await using trial = await openTrial();
    trial.proxy.bend({ method: "PUT" }, bad.hangUp);
    const { says, message } = await reportOf(trial);
    expect([says, trial.standing()]).toEqual(["open", "before"]);
    expect(message).toMatch(/first of two writes: the series itself was not touched/);
    expect(trial.proxy.count({ method: "PUT" })).toBe(1);
  });
});

describe("a split whose connection is cut", () => {
  /** What may stand there after each report. */
  const trueOf: Record<Says, Standing[]> = {
    done: ["after"],
    unchanged: ["before"],
    open: ["before", "after", "twice"],
  };
  const CUTS: Record<string, Deviation> = {
    "before the server got the request": bad.hangUp,
    "after the server carried it out": bad.doneBut(bad.hangUp),
    "without an end": bad.neverAnswers,
  };
  /** Each request that is never answered is waited for. */
  const patienceWith = (deviation: Deviation) => (bad.endsByDeadline(deviation) ? 1_500 : undefined);
  const rows = Object.entries(CUTS).flatMap(([name, deviation]) =>
    [0, 1, 2, 3].map((number) => ({ name, deviation, number })),
  );

  it.each(rows)("at request $number, $name, leaves it before or after, or says so", async (row) => {
    await using trial = await openTrial(patienceWith(row.deviation));
    bendAt(trial, row.number, row.deviation);
    const { says } = await reportOf(trial);
    const standing = trial.standing();
    expect(trueOf[says].filter((one) => one !== "twice")).toContain(standing);
  });

  it.each(rows)("from request $number on, $name, loses nothing and says what it knows", async (row) => {
    await using trial = await openTrial(patienceWith(row.deviation));
    bendAt(trial, row.number, row.deviation, true);
    const { says } = await reportOf(trial);
    const standing = trial.standing();
    expect(trueOf[says]).toContain(standing);
  });
});
