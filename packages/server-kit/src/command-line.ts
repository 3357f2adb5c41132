/** What the program was started for. */
export type Command =
  | { kind: "serve" }
  | { kind: "help" }
  | { kind: "version" }
  | { kind: "check"; json: boolean }
  | { kind: "tools" }
  | { kind: "demo" }
  /** One line that says what is wrong and what is valid; exit code 1. */
  | { kind: "wrong"; message: string };

const FLAGS = ["--help (-h)", "--version (-v)", "--check", "--check --json", "--tools", "--demo"];
const VALID = `Valid are: ${FLAGS.join(", ")}; without any of them the server runs on standard input and output.`;
const ALIASES = new Map([
  ["-h", "--help"],
  ["-v", "--version"],
]);

const wrong = (why: string): Command => ({ kind: "wrong", message: `${why} ${VALID}` });

/** Reads the arguments after the program's name. An unknown one is counted, not repeated: it may be a secret. */
export const parseCommandLine = (argv: readonly string[]): Command => {
  const flags = argv.map((argument) => ALIASES.get(argument) ?? argument);
  const given = new Set(flags);
  const known = new Set(["--help", "--version", "--check", "--json", "--tools", "--demo"]);
  const unknown = flags.findIndex((flag) => !known.has(flag));
  if (unknown !== -1) return wrong(`Argument ${unknown + 1} is unknown.`);
  // Asking for help always gives help.
  if (given.has("--help")) return { kind: "help" };
  const json = given.delete("--json");
  if (given.size > 1) return wrong("Only one of these can be done at a time.");
  if (json && !given.has("--check")) return wrong("--json belongs to --check.");
  const [flag] = given;
  switch (flag) {
    case "--version":
      return { kind: "version" };
    case "--check":
      return { kind: "check", json };
    case "--tools":
      return { kind: "tools" };
    case "--demo":
      return { kind: "demo" };
    case undefined:
    default:
      return { kind: "serve" };
  }
};
