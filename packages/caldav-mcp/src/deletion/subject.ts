import { createHash } from "node:crypto";
import { type JsonValue, ordered, set } from "confirm-guard";
import { placeKey } from "../dav/href.ts";
import type { Scheduling } from "../dav/scheduling.ts";
import type { Deletion } from "./plan-entry.ts";

/**
 * What an approval is about: the very entries, as they were stored when they were read, what goes of each, and whether
 * mail goes out. The ETag alone is not enough: a server may give one ETag to two contents.
 */
export function subjectOf(deletions: readonly Deletion[], scheduling: Scheduling): JsonValue {
  return ordered(
    set(
      deletions.map(({ entry, recurrences, reach }) =>
        ordered(
          placeKey(entry.url),
          entry.etag ?? "",
          contentDigest(entry.text),
          reach.kind,
          set(recurrences.map((recurrence) => recurrence ?? "")),
        ),
      ),
    ),
    scheduling,
  );
}

/** Without DTSTAMP, which some servers write anew whenever they are asked. */
function contentDigest(text: string): string {
  const lines = text.split("\n").filter((line) => !/^DTSTAMP[:;]/i.test(line));
  return createHash("sha256").update(lines.join("\n")).digest("base64url");
}
