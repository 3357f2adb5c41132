import { once } from "node:events";
import { createServer } from "node:http";
import { performance } from "node:perf_hooks";
import type { FreeBusy } from "./free-busy.ts";
import { createListener } from "./listener.ts";
import { homePath, parsePath, resourcePath } from "./paths.ts";
import type { Scheduling } from "./scheduling.ts";
import { type Calendar, type CalendarSetup, createStore, type Store, type User } from "./store.ts";
import { calendarText } from "./write.ts";

export type SandboxOptions = {
  /** Default: `ada` and `grace`. The first one is the account that `Sandbox.user` names. */
  users?: User[];
  /** The calendars of every user. Default: events, tasks, journal, a read-only one and a subscribed one. */
  calendars?: CalendarSetup[];
  /** Unix milliseconds. Default: the system's clock. */
  clock?: () => number;
  /** Default: 0, any free port. */
  port?: number;
  /** Bytes. Default: 1 MiB. */
  maxResourceSize?: number;
  /** What becomes of a `free-busy-query`. Default: `none`, the report is not known. */
  freeBusy?: FreeBusy;
  /** What is shown of scheduling. Default: `off`. */
  scheduling?: Scheduling;
};

/** Direct access to what the server holds, by path: `/calendars/ada/events/lunch.ics`. */
export type SandboxStore = {
  /** Seeds a resource, in read-only calendars too; the text may be no calendar at all. Returns the ETag. */
  put(path: string, text: string): string;
  get(path: string): { text: string; etag: string } | undefined;
  /** Paths of all resources, or of those below a path. */
  list(below?: string): string[];
};

export type Sandbox = {
  /** `http://127.0.0.1:PORT/` */
  url: string;
  user: string;
  password: string;
  /** Path of the first user's calendars, with a slash at the end. */
  home: string;
  store: SandboxStore;
  close: () => Promise<void>;
};

const USERS: User[] = [
  { name: "ada", password: "sandbox-ada", addresses: ["ada@example.org"] },
  { name: "grace", password: "sandbox-grace", addresses: ["grace@example.org"] },
];

const CALENDARS: CalendarSetup[] = [
  { name: "events", displayName: "Events", components: ["VEVENT"], color: "#1F6FEB" },
  { name: "tasks", displayName: "Tasks", components: ["VTODO"], color: "#2DA44E" },
  { name: "journal", displayName: "Journal", components: ["VJOURNAL"], color: "#8250DF" },
  { name: "room", displayName: "Meeting room", components: ["VEVENT"], readOnly: true },
  {
    name: "holidays",
    displayName: "Public holidays",
    components: ["VEVENT"],
    subscribedTo: "https://calendars.example.org/holidays.ics",
  },
];

/**
 * Starts an in-memory CalDAV server on 127.0.0.1.
 *
 * @example
 * const sandbox = await startSandbox();
 * sandbox.store.put(`${sandbox.home}events/lunch.ics`, text);
 * await sandbox.close();
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { users = USERS, calendars = CALENDARS, clock = Date.now, port = 0 } = options;
  const [first] = users;
  if (first === undefined) throw new Error("A sandbox needs one user at least.");
  const store = createStore(users, clock);
  for (const user of users) for (const setup of calendars) store.addCalendar(user.name, setup);

  const authorities = new Set<string>();
  const server = createServer(
    createListener({
      store,
      limits: { maxResourceSize: options.maxResourceSize ?? 1024 * 1024 },
      freeBusy: options.freeBusy ?? "none",
      scheduling: options.scheduling ?? "off",
      authorities,
      elapsed: () => performance.now(),
    }),
  );
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The sandbox has no port.");
  authorities.add(`127.0.0.1:${address.port}`).add(`localhost:${address.port}`);

  return {
    url: `http://127.0.0.1:${address.port}/`,
    user: first.name,
    password: first.password,
    home: homePath(first.name),
    store: directAccess(store),
    close: async () => {
      const closed = once(server, "close");
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function directAccess(store: Store): SandboxStore {
  const find = (path: string): { calendar: Calendar; name: string } | undefined => {
    const target = parsePath(path);
    if (target?.kind !== "resource") return undefined;
    const calendar = store.calendars(target.user).get(target.calendar);
    return calendar === undefined ? undefined : { calendar, name: target.name };
  };
  return {
    put(path, text) {
      const place = find(path);
      if (place === undefined) throw new Error("There is no such calendar in the sandbox.");
      const bytes = Buffer.from(text, "utf8");
      if (calendarText(bytes) === undefined) throw new Error("XML cannot carry this text.");
      return store.write(place.calendar, place.name, bytes).etag;
    },
    get(path) {
      const place = find(path);
      const resource = place?.calendar.resources.get(place.name);
      return resource === undefined
        ? undefined
        : { text: resource.bytes.toString("utf8"), etag: resource.etag };
    },
    list(below = "/") {
      const paths: string[] = [];
      for (const user of store.users.keys()) {
        for (const calendar of store.calendars(user).values()) {
          for (const name of calendar.resources.keys()) paths.push(resourcePath(user, calendar.name, name));
        }
      }
      return paths.filter((path) => path.startsWith(below));
    },
  };
}
