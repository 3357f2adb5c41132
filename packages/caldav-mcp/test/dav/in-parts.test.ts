import * as fc from "fast-check";
import { createBudget } from "server-kit";
import { describe, expect, it } from "vitest";
import { type EntryQuery, type Listing, queryEntries } from "../../src/dav/entries.ts";
import { partsAllowance } from "../../src/dav/in-parts.ts";
import { aCall } from "./account.ts";
import {
  entries,
  entryOf,
  etagOf,
  giving,
  type LargeCalendar,
  largeCalendar,
  naming,
  PATH,
} from "./large-calendar.ts";
import { multistatus } from "./loopback.ts";

const read = (
  { client, work }: LargeCalendar,
  query: Omit<EntryQuery, "inParts"> = { kind: "task" },
  call = aCall(),
): Promise<Listing> => queryEntries(client, work, { ...query, inParts: partsAllowance(client) }, call);

const namesIn = (listing: Listing): string[] => listing.entries.map(({ resource }) => resource);
const SEPTEMBER = { from: Date.UTC(2026, 8, 1), to: Date.UTC(2026, 9, 1) };

describe("a listing whose answer would be too large", () => {
  it("is one request as long as it is not", async () => {
    const stored = entries(50, 100);
    const calendar = await largeCalendar(stored);
    expect(namesIn(await read(calendar))).toEqual([...stored.keys()]);
    expect(calendar.server.requests).toHaveLength(1);
  });

  it("has every entry once, as it is stored, in the order of the names, whatever the order of the answers", async () => {
    const stored = entries(400, 500);
    const calendar = await largeCalendar(stored, {
      bent: {
        part: (hrefs) =>
          multistatus(
            ...hrefs.toReversed().map((href) => {
              const name = href.slice(PATH.length);
              return giving(name, stored.get(name) ?? "");
            }),
          ),
      },
    });
    const listing = await read(calendar);
    expect(listing.entries.map(({ resource, text, etag }) => [resource, text, etag])).toEqual(
      [...stored].map(([name, text]) => [name, text, etagOf(name)]),
    );
    expect(listing).toMatchObject({ missing: 0, incomplete: false });
    expect(listing.entries[0]?.url.pathname).toBe(`${PATH}e0.ics`);
  });

  it("asks for the whole, for the names with the same filter, and for each name once", async () => {
    const calendar = await largeCalendar(entries(400, 500));
    await read(calendar, { kind: "event", window: SEPTEMBER });
    const [whole, names, ...parts] = calendar.server.requests.map(({ body }) => body);
    const filter = /<c:filter>.*<\/c:filter>/s;
    expect(whole).toMatch(/calendar-data/);
    expect(names).not.toMatch(/calendar-data/);
    expect(filter.exec(names ?? "")?.[0]).toContain('start="20260831T000000Z"');
    expect(filter.exec(names ?? "")?.[0]).toBe(filter.exec(whole ?? "")?.[0]);
    expect(parts).toHaveLength(calendar.parts.length);
    expect(calendar.parts.flat().toSorted()).toEqual(
      [...entries(400, 0).keys()].map((name) => PATH + name).toSorted(),
    );
  });

  it("takes at most a hundred names at once, and has at most four requests on their way", async () => {
    const calendar = await largeCalendar(entries(2_000, 100), {
      ceiling: 500_000,
      bent: { part: async () => new Promise((resolve) => setTimeout(resolve, 5, undefined)) },
    });
    expect((await read(calendar)).entries).toHaveLength(2_000);
    expect(Math.max(...calendar.parts.map(({ length }) => length))).toBe(100);
    expect(calendar.parts.length).toBeLessThan(40);
    expect(calendar.mostAtOnce()).toBeLessThanOrEqual(4);
  });

  it("makes parts smaller where entries are large", async () => {
    const stored = new Map([
      ...entries(100, 10),
      ...[...entries(8, 45_000)].map(([name, text]) => [`l${name}`, text] as const),
    ]);
    const calendar = await largeCalendar(stored);
    const listing = await read(calendar);
    expect(namesIn(listing)).toEqual([...stored.keys()]);
    expect(listing).toMatchObject({ missing: 0, incomplete: false });
  });

  it("counts an entry that no answer has room for as missing, and has all others", async () => {
    const stored = new Map([
      ...entries(60, 300),
      ["huge.ics", entryOf("huge", 150_000)],
      ["z.ics", "z"],
    ] as const);
    const listing = await read(await largeCalendar(stored));
    expect(namesIn(listing)).toEqual([...stored.keys()].filter((name) => name !== "huge.ics"));
    expect(listing).toMatchObject({ missing: 1, incomplete: false });
  });

  it("counts what is gone by the time it is asked for", async () => {
    const stored = entries(200, 500);
    const calendar = await largeCalendar(stored, {
      bent: { names: () => multistatus(...[...stored.keys(), "gone.ics"].map(naming)) },
    });
    const listing = await read(calendar);
    expect([listing.entries.length, listing.missing, listing.incomplete]).toEqual([200, 1, false]);
  });

  it("is read in parts as well where the server itself says that it is too much", async () => {
    for (const status of [507, 413]) {
      const stored = entries(5, 10);
      const calendar = await largeCalendar(stored, { bent: { whole: () => ({ status }) } });
      expect(namesIn(await read(calendar))).toEqual([...stored.keys()]);
    }
  });

  it("has the series as well where the server hides them behind a time range (F40)", async () => {
    const stored = entries(200, 500);
    const aiohttp = (body: string[]) => {
      const reply = multistatus(...body);
      return { ...reply, headers: { ...reply.headers, server: "Python/3.11 aiohttp/3.8.4" } };
    };
    const calendar = await largeCalendar(stored, {
      bent: {
        names: ({ body }) =>
          aiohttp(
            [...[...stored.keys()].slice(...(body.includes("RRULE") ? [100] : [0, 150])), "gone.ics"].map(
              naming,
            ),
          ),
      },
    });
    const listing = await read(calendar, { kind: "event", window: SEPTEMBER });
    expect(namesIn(listing)).toEqual([...stored.keys()]);
    expect(listing).toMatchObject({ missing: 1, missingNames: ["gone.ics"], incomplete: false });
  });

  it("is a failure where nobody asked for parts", async () => {
    const { client, work, server } = await largeCalendar(entries(400, 500));
    await expect(queryEntries(client, work, { kind: "task" }, aCall())).rejects.toMatchObject({
      code: "too-large",
    });
    expect(server.requests).toHaveLength(1);
  });

  it("is whole, in order and without repetition for any sizes, or says what is missing", async () => {
    const sizes = fc.array(
      fc.oneof(fc.nat(1_500), fc.nat(60_000), fc.integer({ min: 100_000, max: 150_000 })),
      {
        minLength: 1,
        maxLength: 40,
      },
    );
    await fc.assert(
      fc.asyncProperty(sizes, async (all) => {
        const stored = new Map(all.map((bytes, at) => [`e${at}.ics`, entryOf("e", bytes)] as const));
        const calendar = await largeCalendar(stored, { bent: { whole: () => ({ status: 507 }) } });
        const listing = await read(calendar);
        const small = [...stored].filter(([, { length }]) => length < 90_000).map(([name]) => name);
        expect(namesIn(listing)).toEqual(small);
        expect(listing).toMatchObject({ missing: stored.size - small.length, incomplete: false });
      }),
      { numRuns: 20 },
    );
  });
});

describe("what listings take in parts", () => {
  const LIMITS = { ceiling: 100_000, inParts: 300_000 };

  it("ends at a bound, and the listing says so; what it has is the same each time", async () => {
    const stored = entries(400, 5_000);
    const [one, other] = [
      await read(await largeCalendar(stored, LIMITS)),
      await read(await largeCalendar(stored, LIMITS)),
    ];
    expect(one).toMatchObject({ missing: 0, incomplete: true });
    expect(namesIn(one)).toEqual([...stored.keys()].slice(0, one.entries.length));
    expect(namesIn(other)).toEqual(namesIn(one));
    const bytes = one.entries.reduce((sum, { text }) => sum + text.length, 0);
    expect(bytes).toBeGreaterThanOrEqual(LIMITS.inParts);
    expect(bytes).toBeLessThanOrEqual(LIMITS.inParts + LIMITS.ceiling);
  });

  it("ends there also inside of a part that has to be taken in halves", async () => {
    const stored = new Map([
      ...entries(100, 10),
      ...[...entries(90, 20_000)].map(([name, text]) => [`l${name}`, text] as const),
    ]);
    const listing = await read(await largeCalendar(stored, LIMITS));
    expect(listing.incomplete).toBe(true);
    expect(namesIn(listing)).toEqual([...stored.keys()].slice(0, listing.entries.length));
    const bytes = listing.entries.reduce((sum, { text }) => sum + text.length, 0);
    expect(bytes).toBeLessThanOrEqual(LIMITS.inParts + LIMITS.ceiling);
  });

  it("counts for all calendars of a call, one after another; one for which nothing is left has failed", async () => {
    const calendar = await largeCalendar(entries(400, 5_000), LIMITS);
    const { client, work } = calendar;
    const inParts = partsAllowance(client);
    const [one, other] = await Promise.allSettled(
      [work, work].map((each) => queryEntries(client, each, { kind: "task", inParts }, aCall())),
    );
    expect(one).toMatchObject({ status: "fulfilled", value: { incomplete: true } });
    expect(other).toMatchObject({ status: "rejected", reason: { code: "too-large" } });
    expect(calendar.mostAtOnce()).toBeLessThanOrEqual(4);
  });

  it("asks for no more than is on its way once the bound is reached", async () => {
    const calendar = await largeCalendar(entries(400, 5_000), LIMITS);
    await read(calendar);
    expect(new Set(calendar.parts.flat()).size).toBeLessThan(200);
  });
});

describe("the time of a call", () => {
  /** A call whose time is up when the test says so. */
  function aCallThatEnds() {
    let elapse: (() => void) | undefined;
    let now = 0;
    const budget = createBudget({
      ms: 1_000,
      clock: {
        now: () => now,
        wallClock: () => now,
        after: (_ms, run) => {
          elapse = run;
          return { cancel: () => undefined, unref: () => undefined };
        },
      },
    });
    const end = (): void => {
      now = 2_000;
      elapse?.();
    };
    return { call: { budget }, end };
  }

  it("ends a listing in its middle: it has what came before, and says that it is incomplete", async () => {
    const { call, end } = aCallThatEnds();
    const stored = entries(400, 500);
    const calendar = await largeCalendar(stored, {
      bent: {
        part: async (_hrefs, nth) => {
          if (nth < 3) return undefined;
          if (nth === 6) end();
          return new Promise(() => undefined);
        },
      },
    });
    const listing = await read(calendar, { kind: "task" }, call);
    expect(listing).toMatchObject({ missing: 0, incomplete: true });
    expect(listing.entries.length).toBeGreaterThan(0);
    expect(namesIn(listing)).toEqual([...stored.keys()].slice(0, listing.entries.length));
  });

  it("is an error as long as there is nothing to show", async () => {
    for (const at of ["names", "part"] as const) {
      const { call, end } = aCallThatEnds();
      const wait = async (): Promise<undefined> => {
        end();
        return new Promise(() => undefined);
      };
      const calendar = await largeCalendar(entries(400, 500), { bent: { [at]: wait } });
      await expect(read(calendar, { kind: "task" }, call)).rejects.toMatchObject({ name: "BudgetSpent" });
    }
  });

  it("is over at once when the call is cancelled", async () => {
    const cancelling = new AbortController();
    const calendar = await largeCalendar(entries(400, 500), {
      bent: {
        part: async (_hrefs, nth) => {
          if (nth < 4) return undefined;
          cancelling.abort();
          return new Promise(() => undefined);
        },
      },
    });
    const call = { budget: createBudget({ signal: cancelling.signal }) };
    await expect(read(calendar, { kind: "task" }, call)).rejects.toMatchObject({ name: "CallCancelled" });
  });
});
