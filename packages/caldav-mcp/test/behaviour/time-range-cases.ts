import { beforeAll, expect, it } from "vitest";
import type { ServerName } from "../servers/available.ts";
import { againstEveryServer, newCalendar, type TestCalendar } from "./against-every-server.ts";
import { object } from "./objects.ts";
import { type Component, names, query, responsesOf, timeRange } from "./requests.ts";

/** What the standard says, or that beside the servers which answer otherwise. */
type Expected = boolean | ({ usual: boolean } & Partial<Record<ServerName, boolean>>);

/** Minutes as `2026-09-14 09:00`, UTC; an empty bound is open. */
type Row = [from: string, to: string, isListed: Expected];

export type TimeRangeCase = {
  says: string;
  component: Component;
  entries: string[];
  rows: Row[];
  /** Servers that do not take such an object at all. */
  refusedBy?: ServerName[];
};

const bound = (text: string): string => `${text.replaceAll(/[-:]/g, "").replace(" ", "T")}00Z`;

function expectedOn(server: ServerName, expected: Expected): boolean {
  return typeof expected === "boolean" ? expected : (expected[server] ?? expected.usual);
}

/** One test per case and server: which of its windows a calendar-query lists the object in. */
export function testTimeRange(cases: TimeRangeCase[]): void {
  againstEveryServer((server, name) => {
    let calendar: TestCalendar;
    beforeAll(async () => {
      calendar = await newCalendar(server());
    });

    const numbered = cases.map((one, index) => ({ ...one, id: `case-${index}` }));
    const isTaken = ({ refusedBy = [] }: TimeRangeCase): boolean => !refusedBy.includes(name);
    const place = (id: string): string => calendar.object(`${id}.ics`);

    it.each(numbered.filter(isTaken))("lists $says", async ({ id, component, entries, rows }) => {
      await server().put(place(id), object(component, `${id}@example.org`, ...entries));
      const answers: Row[] = [];
      for (const [from, to] of rows) {
        const window = timeRange({
          ...(from !== "" && { start: bound(from) }),
          ...(to !== "" && { end: bound(to) }),
        });
        const answer = await query(server(), calendar.url, component, window);
        answers.push([from, to, names(responsesOf(answer)).includes(`${id}.ics`)]);
      }
      expect(answers).toEqual(rows.map(([from, to, is]): Row => [from, to, expectedOn(name, is)]));
      expect((await server().request("DELETE", place(id))).status).toBeOneOf([200, 204]);
    });

    const refused = numbered.filter((one) => !isTaken(one));
    it.runIf(refused.length > 0).each(refused)("does not take $says", async ({ id, component, entries }) => {
      const text = object(component, `${id}@example.org`, ...entries);
      await expect(server().put(place(id), text)).rejects.toThrow("did not store");
    });
  });
}
