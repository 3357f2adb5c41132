import { createHash } from "node:crypto";
import {
  type CalendarObject,
  COMPONENT_NAMES,
  type ComponentName,
  readCalendarObject,
} from "./calendar-object.ts";

export type User = {
  name: string;
  password: string;
  /** `mailto:` addresses without the scheme. */ addresses: string[];
};

/** How a calendar is set up. */
export type CalendarSetup = {
  name: string;
  displayName?: string;
  description?: string;
  /** `#RRGGBB` */
  color?: string;
  /** Default: all three. */
  components?: ComponentName[];
  readOnly?: boolean;
  /** Source of a subscription; such a calendar is read-only as well. */
  subscribedTo?: string;
};

export type Resource = {
  name: string;
  bytes: Buffer;
  /** Strong, with the quotes. */
  etag: string;
  modified: Date;
  /** Undefined when the body is no calendar object; only seeding can put one there. */
  object: CalendarObject | undefined;
};

export type Calendar = Required<Pick<CalendarSetup, "name" | "displayName" | "components" | "readOnly">> &
  Pick<CalendarSetup, "description" | "color" | "subscribedTo"> & {
    owner: string;
    /** Counts every change of a member. */
    revision: number;
    resources: Map<string, Resource>;
  };

export type Store = {
  users: ReadonlyMap<string, User>;
  calendars(user: string): ReadonlyMap<string, Calendar>;
  addCalendar(owner: string, setup: CalendarSetup): Calendar;
  write(calendar: Calendar, name: string, bytes: Buffer): Resource;
  remove(calendar: Calendar, name: string): void;
};

const NOTHING: ReadonlyMap<string, Calendar> = new Map();

export function createStore(users: User[], clock: () => number): Store {
  const known = new Map(users.map((user) => [user.name, user]));
  const homes = new Map(users.map((user) => [user.name, new Map<string, Calendar>()]));
  let writes = 0;

  return {
    users: known,
    calendars: (user) => homes.get(user) ?? NOTHING,

    addCalendar(owner, setup) {
      const home = homes.get(owner);
      if (home === undefined) throw new Error("There is no such user in the sandbox.");
      if (home.has(setup.name)) throw new Error("There is such a calendar in the sandbox already.");
      const calendar: Calendar = {
        ...setup,
        owner,
        displayName: setup.displayName ?? setup.name,
        components: setup.components ?? [...COMPONENT_NAMES],
        readOnly: setup.readOnly === true || setup.subscribedTo !== undefined,
        revision: 0,
        resources: new Map(),
      };
      home.set(calendar.name, calendar);
      return calendar;
    },

    write(calendar, name, bytes) {
      writes += 1;
      calendar.revision += 1;
      const object = readCalendarObject(bytes.toString("utf8"));
      const digest = createHash("sha256").update(bytes).digest("hex").slice(0, 16);
      const resource: Resource = {
        name,
        bytes,
        // The counter makes the tag of a body that was changed and changed back a new one.
        etag: `"${writes}-${digest}"`,
        modified: new Date(clock()),
        object: typeof object === "string" ? undefined : object,
      };
      calendar.resources.set(name, resource);
      return resource;
    },

    remove(calendar, name) {
      if (calendar.resources.delete(name)) calendar.revision += 1;
    },
  };
}
