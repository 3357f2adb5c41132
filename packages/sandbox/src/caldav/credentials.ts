import { createHash, timingSafeEqual } from "node:crypto";
import type { Store, User } from "./store.ts";

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The account of a Basic header (RFC 7617, UTF-8); undefined when it is missing or wrong. */
export function accountOf(header: string | undefined, store: Store): User | undefined {
  const encoded = /^basic ([A-Za-z0-9+/=]+)$/i.exec(header?.trim() ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const pair = Buffer.from(encoded, "base64").toString("utf8");
  const colon = pair.indexOf(":");
  if (colon < 0) return undefined;
  const user = store.users.get(pair.slice(0, colon));
  const isRight = timingSafeEqual(digest(pair.slice(colon + 1)), digest(user?.password ?? ""));
  return isRight ? user : undefined;
}
