import { readElicitation } from "confirm-guard";
import { type Environment, readList, readStrictSwitch, readTolerantSwitch } from "./environment.ts";
import type { NameList } from "./filters.ts";
import type { Variable } from "./variable.ts";

/** The settings that every server of this family has, under its own prefix. */
export type SharedSettings = {
  readOnly: boolean;
  insecureTls: boolean;
  allow: NameList | undefined;
  deny: NameList | undefined;
  /** Whether guarded tools show a dialog; without one they take the two-call token. */
  elicitation: boolean;
};

/** What a person who runs the server must know while no dialogs are shown. */
export const DIALOGS_OFF =
  "ELICITATION=false: nobody is asked; guarded tools fall back to the two-call token.";

/** @throws ConfigError, GuardUsageError with one line that names the variable and the valid values */
export const readSharedSettings = (env: Environment, prefix: string): SharedSettings => ({
  readOnly: readTolerantSwitch(env, `${prefix}_READ_ONLY`),
  insecureTls: readStrictSwitch(env, `${prefix}_INSECURE_TLS`),
  allow: readNames(env, `${prefix}_ALLOW_TOOLS`),
  deny: readNames(env, `${prefix}_DENY_TOOLS`),
  elicitation: readElicitation(env),
});

const readNames = (env: Environment, variable: string): NameList | undefined => {
  const entries = readList(env, variable, { whenEmpty: "unset" });
  return entries === undefined ? undefined : { entries, variable };
};

/** How the help and a form describe them; the switch for plain http is read with the address. */
export const sharedVariables = (prefix: string): readonly Variable[] => [
  {
    name: `${prefix}_READ_ONLY`,
    meaning: "1, true or yes: only tools that read are offered",
    valid: "1, true or yes to switch it on, 0, false or no to leave it off; in upper or lower case",
    fallback: "off",
    field: {
      kind: "switch",
      title: "Read only",
      ticked: "Only tools that read are offered.",
      initial: false,
    },
  },
  {
    name: `${prefix}_INSECURE_TLS`,
    meaning: "Exactly true: accept any certificate of the configured host; prefer NODE_EXTRA_CA_CERTS",
    valid: "exactly true, or false",
    fallback: "off",
    field: {
      kind: "switch",
      title: "Accept any certificate (unsafe)",
      ticked:
        "Whoever can answer in the server's place gets the credentials. A certificate file is the safe way.",
      initial: false,
    },
  },
  {
    name: `${prefix}_ALLOW_PLAINTEXT`,
    meaning: "Exactly true: allow http:// to another computer",
    valid: "exactly true, or false",
    fallback: "off",
    field: {
      kind: "switch",
      title: "Allow an address without encryption (unsafe)",
      ticked: "Allows http:// to another computer. Everybody on the way can read the credentials.",
      initial: false,
    },
  },
  {
    name: `${prefix}_ALLOW_TOOLS`,
    meaning: "Comma list of tools to offer: names, beginnings with *, or essential",
    valid:
      "names of tools, beginnings of names with a * at the end, and essential for the preset; with the read-only switch on, no name of a tool that writes",
    fallback: "all",
    field: { kind: "text", title: "Tools to offer", example: "essential" },
  },
  {
    name: `${prefix}_DENY_TOOLS`,
    meaning: "Comma list of tools not to offer",
    valid: "names of tools, and beginnings of names with a * at the end; one tool at least has to be left",
    fallback: "none",
    field: { kind: "text", title: "Tools not to offer", example: "delete_*" },
  },
  {
    name: "ELICITATION",
    meaning: "false: no dialogs; guarded tools fall back to the two-call token",
    valid: "true or false, in upper or lower case",
    fallback: "true",
    field: {
      kind: "switch",
      title: "Ask in a dialog",
      ticked:
        "What cannot be undone is asked in a dialog of this client. Without it, the model has to bring the question to you.",
      initial: true,
    },
  },
];
