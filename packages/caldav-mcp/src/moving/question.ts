import { factHost, type JsonValue, ordered, type Question } from "confirm-guard";
import { wholeSeries } from "../asking/series-words.ts";
import { startFacts } from "../asking/start-facts.ts";
import { storedVersion } from "../asking/stored-version.ts";
import { afterMove } from "../asking/what-others-see.ts";
import { placeKey } from "../dav/href.ts";
import type { Move } from "./plan.ts";

/** What the question needs to know of a move. */
export type MoveTarget = Pick<Move, "series" | "starts" | "people" | "scheduling"> & {
  calendar: string;
  destination: string;
};

/** `zone` is the zone that floating times are read in. */
export type MoveSetting = { host: string; zone: string };

/** The question about a move. Nothing that stands in the event is used but numbers and dates. */
export function moveQuestion(target: MoveTarget, { host, zone }: MoveSetting): Question {
  const { series, starts, people, calendar, destination } = target;
  return {
    action: actionOf(series),
    consequence: [
      "It leaves the calendar it is in for the other one: whoever sees only the first no longer finds it, and whoever sees the second does.",
      ...afterMove(target),
    ].join(" "),
    facts: {
      ...startFacts(starts === undefined ? [] : [starts], zone),
      "Invited people": people.invited.size,
      Account: factHost(host),
    },
    callerValues: { Calendar: { path: calendar }, Destination: { path: destination } },
    yes: "Yes, move it",
    no: "No, leave it there",
  };
}

function actionOf(series: Move["series"]): string {
  if (series === undefined) return "move an event to another calendar";
  const comma = series.kind === "count" ? "" : ",";
  return `move ${wholeSeries(series, "event")}${comma} to another calendar`;
}

/** What an approval of a move is about. */
export function moveSubject({ opened, destination, way, scheduling }: Move): JsonValue {
  return ordered(storedVersion(opened.entry), placeKey(destination.url), way.kind, scheduling);
}
