import { type JsonValue, ordered, set } from "confirm-guard";
import { storedVersion } from "../asking/stored-version.ts";
import type { Scheduling } from "../dav/scheduling.ts";
import type { Deletion } from "./plan-entry.ts";

/**
 * What an approval is about: the very entries, as they were stored when they were read, what goes of each, and whether
 * mail goes out.
 */
export function subjectOf(deletions: readonly Deletion[], scheduling: Scheduling): JsonValue {
  return ordered(
    set(
      deletions.map(({ entry, recurrences, reach }) =>
        ordered(storedVersion(entry), reach.kind, set(recurrences.map((recurrence) => recurrence ?? ""))),
      ),
    ),
    scheduling,
  );
}
