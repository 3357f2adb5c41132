/** What the command line asks for. */
export type Wanted = { names: readonly string[]; json: boolean };

/** The names of the benchmarks to run, in the order of the table; all of them when none is given. */
export function readArguments(
  args: readonly string[],
  known: readonly string[],
): Wanted | { problem: string } {
  const given = args.filter((arg) => arg !== "--json");
  const option = given.find((arg) => arg.startsWith("-"));
  if (option !== undefined)
    return { problem: `There is no option ${option}; the only one is --json. Nothing was measured.` };
  const unknown = given.find((arg) => !known.includes(arg));
  if (unknown !== undefined)
    return {
      problem: `There is no benchmark ${unknown}; there are ${known.join(", ")}. Nothing was measured.`,
    };
  const names = known.filter((name) => given.length === 0 || given.includes(name));
  return { names, json: args.includes("--json") };
}
