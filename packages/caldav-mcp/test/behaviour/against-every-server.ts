import { afterAll, beforeAll, describe, onTestFinished } from "vitest";
import type { ServerName } from "../servers/available.ts";
import { everyServer } from "../servers/every-server.ts";
import type { TestServer } from "../servers/test-server.ts";

/** Runs the same tests against each server, in one process of its own per test file. */
export function againstEveryServer(tests: (server: () => TestServer, name: ServerName) => void): void {
  for (const launcher of everyServer()) {
    describe.skipIf(!launcher.available)(`on ${launcher.name}`, () => {
      let running: TestServer | undefined;
      beforeAll(async () => {
        running = await launcher.start();
      });
      afterAll(() => running?.stop());
      const server = (): TestServer => {
        if (running === undefined) throw new Error(`${launcher.name} is not running`);
        return running;
      };
      tests(server, launcher.name);
    });
  }
}

/** What a server does where it departs from the standard, stated beside what the others do. */
export function onServer<T>(name: ServerName, usual: T, deviations: Partial<Record<ServerName, T>>): T {
  const deviation = deviations[name];
  return deviation === undefined ? usual : deviation;
}

let calendars = 0;

export type TestCalendar = {
  name: string;
  url: string;
  /** By which caldav-mcp knows it: its path. */
  id: string;
  /** The URL of a calendar object in it. */
  object: (name: string) => string;
};

/** A new, empty calendar. Where a UID may stand only once in all calendars of an account, it goes with its test. */
export async function newCalendar(
  server: TestServer,
  components: string[] = ["VEVENT", "VTODO", "VJOURNAL"],
): Promise<TestCalendar> {
  calendars += 1;
  const name = `calendar-${calendars}`;
  await server.makeCalendar(name, components);
  const url = server.calendarUrl(name);
  if (server.name === "cyrus") removedWithTest(async () => void (await server.request("DELETE", url)));
  return { name, url, id: new URL(url).pathname, object: (object) => new URL(object, url).href };
}

/** A new calendar with these objects, whose UIDs end in `@example.org` and are made its own. */
export async function filledCalendar(
  server: TestServer,
  objects: Readonly<Record<string, string>>,
): Promise<TestCalendar> {
  const calendar = await newCalendar(server);
  for (const [name, text] of Object.entries(objects))
    await server.put(calendar.object(name), text.replaceAll("@example.org", `.${calendar.name}@example.org`));
  return calendar;
}

function removedWithTest(remove: () => Promise<void>): void {
  try {
    onTestFinished(remove);
  } catch {
    // Made for several tests, in a hook: it goes with the server.
  }
}
