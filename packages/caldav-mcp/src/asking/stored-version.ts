import { type JsonValue, ordered } from "confirm-guard";
import { contentDigest } from "../dav/content-digest.ts";
import type { StoredEntry } from "../dav/entries.ts";
import { placeKey } from "../dav/href.ts";

/** The very version of an entry that an approval is about. */
export function storedVersion({ url, etag, text }: StoredEntry): JsonValue {
  return ordered(placeKey(url), etag ?? "", contentDigest(text));
}
