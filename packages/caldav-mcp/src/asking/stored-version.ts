import { createHash } from "node:crypto";
import { type JsonValue, ordered } from "confirm-guard";
import type { StoredEntry } from "../dav/entries.ts";
import { placeKey } from "../dav/href.ts";

/**
 * The very version of an entry that an approval is about. The ETag alone is not enough: a server may give one ETag to
 * two contents.
 */
export function storedVersion({ url, etag, text }: StoredEntry): JsonValue {
  return ordered(placeKey(url), etag ?? "", contentDigest(text));
}

/** Without DTSTAMP, which some servers write anew whenever they are asked. */
function contentDigest(text: string): string {
  const lines = text.split("\n").filter((line) => !/^DTSTAMP[:;]/i.test(line));
  return createHash("sha256").update(lines.join("\n")).digest("base64url");
}
