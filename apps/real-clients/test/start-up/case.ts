import type { Places } from "./places.ts";

/** One way in which somebody starts a program. */
export type Case = {
  name: string;
  args: readonly string[];
  env: (places: Places) => Record<string, string>;
};

export type Cases = readonly Case[];

/** What no output may hold; each case that has a secret uses this one. */
export const SECRET = "hunter2-do-not-tell";

export const check = (name: string, env: Case["env"]): Case => ({ name, args: ["--check"], env });

export const start = (name: string, env: Record<string, string> | Case["env"]): Case => ({
  name,
  args: [],
  env: typeof env === "function" ? env : () => env,
});

/** What is wrong before any setting is looked at; the same for both programs. */
export const ARGUMENTS: Cases = [
  { name: "an unknown flag", args: ["--verbose"], env: () => ({}) },
  { name: "an argument that is a secret", args: [SECRET], env: () => ({}) },
  { name: "an unknown flag after --check", args: ["--check", "--jsn"], env: () => ({}) },
  { name: "--json alone", args: ["--json"], env: () => ({}) },
  { name: "two things at once", args: ["--check", "--tools"], env: () => ({}) },
];
