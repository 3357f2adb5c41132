import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type SourceText, textsIn, textsOf } from "./source-texts.ts";

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const GUARD_SETTINGS = "../../../confirm-guard/src/environment.ts";

/** What server-kit, and the settings of the guard, let every server say: for the pages that explain messages. */
export const KIT_MESSAGES: readonly SourceText[] = [
  ...textsIn(here("../../src"), {
    calls: ["describe", "Symbol", "TypeError"],
    names: [
      "asksFirst",
      "describeVariable",
      "field",
      "FORMATS",
      "KINDS",
      "kindOf",
      "legend",
      "NO_NAMES",
      "token",
      "USAGE",
      "username",
    ],
    keys: ["description", "meaning", "valid"],
    files: ["advertised.ts", "configuration-reference.ts", "reference.ts"],
  }),
  ...textsOf(readFileSync(here(GUARD_SETTINGS), "utf8")).map((text) => ({ text, file: "environment.ts" })),
];
