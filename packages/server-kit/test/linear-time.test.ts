import { describe, expect, it } from "vitest";
import { z } from "zod";
import { growth, repeated } from "../../../scripts/linear-time.ts";

import { parseCommandLine } from "../src/command-line.ts";
import {
  isZoneName,
  readInteger,
  readList,
  readServerUrl,
  readStrictSwitch,
  readText,
  readTolerantSwitch,
  readZone,
} from "../src/environment.ts";
import { selectTools } from "../src/filters.ts";
import { renderHelp } from "../src/help.ts";
import { authorizationOf } from "../src/http/credentials.ts";
import { parseAllowedHost, reachOf } from "../src/http/hosts.ts";
import { nextAddress } from "../src/http/redirects.ts";
import { retryAfterMs } from "../src/http/retry-after.ts";
import { parseInput } from "../src/input.ts";
import { likeness, pairsOf } from "../src/likeness.ts";
import { takeSecrets } from "../src/secrets.ts";
import { hanging } from "../src/wrap.ts";

/** Every function here that walks a string from outside. */
const WALKERS: Record<string, (text: string) => unknown> = {
  readList: (text) => readList({ L: text }, "L", { whenEmpty: "unset" }),
  readInteger: (text) => readInteger({ N: text }, "N", { min: 1, max: 5, fallback: 1 }),
  readServerUrl: (text) => readServerUrl({ U: text }, "U", { allowPlaintext: false, plaintextSwitch: "P" }),
  readText: (text) => readText({ T: text }, "T"),
  readStrictSwitch: (text) => readStrictSwitch({ S: text }, "S"),
  readTolerantSwitch: (text) => readTolerantSwitch({ S: text }, "S"),
  readZone: (text) => readZone({ Z: text }, "Z", { fallback: "UTC" }),
  isZoneName,
  selectTools: (text) =>
    selectTools([{ name: "a", essential: false, annotations: { readOnlyHint: true } }], {
      allow: { entries: [text], variable: "A" },
    }),
  authorizationOf: (text) => authorizationOf({ kind: "basic", username: text, password: text }),
  bearer: (text) => authorizationOf({ kind: "bearer", token: text }),
  parseAllowedHost: (text) => parseAllowedHost(text, "H"),
  nextAddress: (text) =>
    nextAddress(
      { method: "GET", from: new URL("https://example.org/"), status: 302, location: text, followed: 0 },
      { reach: reachOf(new URL("https://example.org/")), safeMethods: new Set(["GET"]), max: 3, advice: "" },
    ),
  retryAfterMs: (text) => retryAfterMs(text, 0),
  parseInput: (text) =>
    parseInput(
      { input: z.strictObject({ a: z.string().max(10) }), guarded: true },
      { a: text, confirm_token: text, [text]: text },
    ),
  takeSecrets: (text) => takeSecrets({ S: "", S_FILE: "x" }, ["S"], { readFile: () => text }),
  parseCommandLine: (text) => parseCommandLine([text]),
  hanging,
  likeness: (text) => likeness(pairsOf(text), pairsOf(`${text}a`)),
  renderHelp: (text) => renderHelp({ name: "a", version: "1", summary: text, variables: [] }),
};

const PIECES = [
  "a",
  " ",
  "\n",
  "\r\n",
  ",",
  ", ",
  "*",
  ".",
  "a.",
  "-",
  "9",
  "https://",
  "a:",
  "@",
  "\u2028",
  "\u0000",
  "\ud800",
  "👍",
  "Mon, ",
  "%2e",
];

describe.each(Object.entries(WALKERS))("%s takes time in proportion to its input", (_, walk) => {
  // Measured anew when a busy machine gets in the way; what is not linear fails every time.
  it.each(PIECES)("for %j", { retry: 3 }, async (piece) => {
    const { tookMs, allowedMs } = await growth(walk, repeated(piece), 25_000);
    expect(tookMs).toBeLessThan(allowedMs);
  });
});
