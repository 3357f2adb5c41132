import { createHash } from "node:crypto";
import type { JsonValue } from "confirm-guard";

import type { Credentials } from "./http/credentials.ts";

/** Where a server acts, and for whom: an approval for one account is none for another. A token is in it as its hash. */
export const audienceOf = (url: URL, credentials: Credentials): JsonValue => {
  if (credentials.kind === "basic") return [url.href, credentials.username];
  return [url.href, createHash("sha256").update(credentials.token).digest("hex")];
};
