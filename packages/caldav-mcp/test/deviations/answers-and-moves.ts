import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { series, single, unstamped } from "../invitation/entries.ts";
import { type Desk, onDay } from "./desk.ts";

const LUNCH = onDay("lunch", 14);

/** What one call writes, and how it stands before and after. */
type Trial = {
  text: string;
  /** The requests that change something, in order. */
  writes: readonly string[];
  call(desk: Desk): ReturnType<Desk["call"]>;
  state(desk: Desk): "before" | "after" | "half" | "odd";
};

const PLACE = "entry.ics";
const idOf = (desk: Desk): string =>
  encodeEntryId({ kind: "event", calendar: `${desk.sandbox.home}events/`, resource: PLACE });

const copies = (desk: Desk): string[] =>
  desk.sandbox.store
    .list(`${desk.sandbox.home}other/`)
    .flatMap((path) => desk.sandbox.store.get(path)?.text ?? []);

function answer(text: string): Trial {
  const after = unstamped(text).replaceAll("PARTSTAT=NEEDS-ACTION", "PARTSTAT=DECLINED");
  return {
    text,
    writes: ["PUT"],
    call: (desk) => desk.call("respond_to_event", { id: idOf(desk), response: "declined" }),
    state(desk) {
      const stored = desk.stored(PLACE);
      if (stored === text) return "before";
      return unstamped(stored) === after ? "after" : "odd";
    },
  };
}

function move(text: string, writes: readonly string[]): Trial {
  return {
    text,
    writes,
    call: (desk) => desk.call("move_event", { id: idOf(desk), destination_calendar_id: "other" }),
    state(desk) {
      const stored = desk.stored(PLACE);
      const there = copies(desk);
      if ([stored, ...there].some((one) => one !== undefined && one !== text) || there.length > 1)
        return "odd";
      if (stored === undefined) return there.length === 1 ? "after" : "odd";
      return there.length === 0 ? "before" : "half";
    },
  };
}

/** An answer to one occurrence adds a component, and leaves the others as they are. */
function answerToOne(text: string): Trial {
  return {
    text,
    writes: ["PUT"],
    call: (desk) => desk.call("respond_to_event", { id: `${idOf(desk)}.${FIFTEENTH}`, response: "declined" }),
    state(desk) {
      const stored = desk.stored(PLACE) ?? "";
      if (stored === text) return "before";
      const last = stored.lastIndexOf("BEGIN:VEVENT");
      const [before, own] = [stored.slice(0, last), stored.slice(last)];
      const kept = `${before}END:VCALENDAR\r\n` === text;
      return kept && unstamped(own).includes("PARTSTAT=DECLINED;RSVP") ? "after" : "odd";
    },
  };
}

const FIFTEENTH = Buffer.from("20260915T090000Z").toString("base64url");

export const TRIALS = {
  "an answer to an event": answer(single()),
  "an answer to a series": answer(series()),
  "an answer to an occurrence": answerToOne(series()),
  "a move of an event": move(LUNCH, ["MOVE"]),
  "a move of an invitation": move(single(), ["MOVE"]),
  "a move by copying": move(LUNCH, ["PUT", "DELETE"]),
} as const satisfies Record<string, Trial>;

export type TrialName = keyof typeof TRIALS;
export const TRIAL_NAMES = Object.keys(TRIALS) as TrialName[];
