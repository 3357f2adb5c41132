import type { Start } from "./speak.ts";

/** What `claude mcp add` tells the client to start: what stands behind `--`, with the variables before it. */
export function startIn(command: string): Omit<Start, "cwd"> | undefined {
  const [, options = "", program = ""] = /^claude mcp add (.*?) -- (.+)$/.exec(command) ?? [];
  const [start, ...args] = program.split(" ");
  if (start === undefined || start === "") return undefined;
  const env = [...options.matchAll(/(?:^|\s)(?:-e|--env) ([A-Z_]+)=(\S+)/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
  return { command: start, args, env: Object.fromEntries(env) };
}
