import { createHash, randomBytes } from "node:crypto";

import { type GuardStore, ownedValue, storeKey } from "./store.ts";

/** At most this many tokens of one principal wait at a time; the oldest goes first. */
export const MAX_PENDING_TOKENS = 100;

/** And this many of all principals together; the oldest of one that has the most goes first. */
export const MAX_PENDING_TOKENS_OF_ALL = 10_000;

/** 128 random bits, base64url. */
const TOKEN_BYTES = 16;
const TOKEN = /^[A-Za-z0-9_-]{22}$/u;

/** Who may do what with a token, as keyed digests. */
export type TokenClaim = { principal: string; full: string };

/** Bytes that nobody can foresee; the system's own generator unless a test brings another. */
export type Random = (bytes: number) => Uint8Array;

export const systemRandom: Random = (bytes) => randomBytes(bytes);

/** Keeps the claim under the token's digest, so that the store never holds a token that would work. */
export async function issueToken(
  store: GuardStore,
  claim: TokenClaim,
  options: { ttlMs: number; random: Random },
): Promise<string> {
  const token = Buffer.from(options.random(TOKEN_BYTES)).toString("base64url");
  await store.put(storeKey("token", tokenDigest(token)), ownedValue(claim), options.ttlMs);
  return token;
}

/** Spends a token, whatever comes of it. */
export async function takeToken(store: GuardStore, token: string): Promise<TokenClaim | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const claim: unknown = await store.take(storeKey("token", tokenDigest(token)));
  const [principal, full] = typeof claim === "string" ? claim.split(" ") : [];
  return principal === undefined || full === undefined ? undefined : { principal, full };
}

export function tokenDigest(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("base64url");
}
