import { createHash } from "node:crypto";

/**
 * What an entry holds, for an approval that is about it as it is: a server may give one ETag to two contents. DTSTAMP is
 * left out, since some servers write it anew whenever they are asked.
 */
export function contentDigest(text: string): string {
  const lines = text.split("\n").filter((line) => !/^DTSTAMP[:;]/i.test(line));
  return createHash("sha256").update(lines.join("\n")).digest("base64url");
}
