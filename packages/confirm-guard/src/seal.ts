import { createHash, createHmac, createSecretKey, type KeyObject, timingSafeEqual } from "node:crypto";

/** What a sealed question carries; `c`, `f` and `p` are keyed, since an address can be guessed from a bare hash. */
export type SealBody = {
  /** 96-bit nonce, base64url; names the pending entry. */
  nonce: string;
  /** Account, server, tool and arguments. */
  call: string;
  /** The same plus the subject. */
  full: string;
  /** Unix ms. */
  issued: number;
  expires: number;
  principal: string;
};

export type Opened =
  | { ok: true; key: SealKey; body: SealBody }
  | { ok: false; reason: "malformed" | "foreign" | "mac" };

const PREFIX = "cg1";
const MAX_STATE_CHARS = 1024;
/** Anchored, one class per part, no overlap: linear. */
const SHAPE = /^cg1\.([0-9a-f]{8})\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/u;

/**
 * A key made ready once: handing raw bytes to every HMAC costs ten times the HMAC itself. The id, the first 8 hex digits
 * of the key's SHA-256, tells "sealed by another process" from "changed on the way".
 */
export type SealKey = { readonly id: string; readonly secret: KeyObject };

export function sealKey(bytes: Uint8Array): SealKey {
  const id = createHash("sha256").update(bytes).digest("hex").slice(0, 8);
  return { id, secret: createSecretKey(bytes) };
}

/** A keyed digest for one purpose; the purpose keeps a digest made for one use from standing in for another. */
export function keyedDigest(key: SealKey, purpose: "call" | "full" | "principal", text: string): string {
  return createHmac("sha256", key.secret).update(`${purpose}:${text}`, "utf8").digest("base64url");
}

export function seal(key: SealKey, body: SealBody): string {
  const json = JSON.stringify({
    k: "ask",
    n: body.nonce,
    c: body.call,
    f: body.full,
    i: body.issued,
    e: body.expires,
    p: body.principal,
  });
  const head = `${PREFIX}.${key.id}.${Buffer.from(json, "utf8").toString("base64url")}`;
  return `${head}.${macOf(key, head).toString("base64url")}`;
}

/** True for text that claims to be a state of this library, whether or not it opens. */
export function looksSealed(state: unknown): state is string {
  return typeof state === "string" && state.startsWith(`${PREFIX}.`);
}

/** Total: whatever comes in, it never throws. Says nothing about time, principal or single use. */
export function openSeal(keys: readonly SealKey[], state: unknown): Opened {
  if (typeof state !== "string" || state.length > MAX_STATE_CHARS) return { ok: false, reason: "malformed" };
  const parts = SHAPE.exec(state);
  const [, keyId, encodedBody, encodedMac] = parts ?? [];
  if (keyId === undefined || encodedBody === undefined || encodedMac === undefined) {
    return { ok: false, reason: "malformed" };
  }
  const key = keys.find((candidate) => candidate.id === keyId);
  if (key === undefined) return { ok: false, reason: "foreign" };

  const body = decode(encodedBody);
  const mac = decode(encodedMac);
  if (body === undefined || mac === undefined) return { ok: false, reason: "malformed" };
  const expected = macOf(key, `${PREFIX}.${keyId}.${encodedBody}`);
  if (mac.length !== expected.length || !timingSafeEqual(mac, expected)) return { ok: false, reason: "mac" };

  const read = readBody(body);
  return read === undefined ? { ok: false, reason: "malformed" } : { ok: true, key, body: read };
}

function macOf(key: SealKey, head: string): Buffer {
  return createHmac("sha256", key.secret).update(head, "utf8").digest();
}

/** Base64url has spare bits in its last character, so several texts decode to the same bytes; only one is accepted. */
function decode(text: string): Buffer | undefined {
  const bytes = Buffer.from(text, "base64url");
  return bytes.toString("base64url") === text ? bytes : undefined;
}

function readBody(bytes: Buffer): SealBody | undefined {
  const value = parse(bytes);
  if (typeof value !== "object" || value === null) return undefined;
  const own = (key: string): unknown => (Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined);
  const [kind, nonce, call, full, principal] = [own("k"), own("n"), own("c"), own("f"), own("p")];
  const [issued, expires] = [own("i"), own("e")];
  if (kind !== "ask" || typeof nonce !== "string" || typeof call !== "string") return undefined;
  if (typeof full !== "string" || typeof principal !== "string") return undefined;
  if (!Number.isSafeInteger(issued) || !Number.isSafeInteger(expires)) return undefined;
  return { nonce, call, full, principal, issued: Number(issued), expires: Number(expires) };
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"));
  } catch {
    return undefined;
  }
}
