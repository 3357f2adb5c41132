import { join } from "node:path";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Desk, openDesk } from "./commands/desk.ts";
import { PROGRAMS, programIn } from "./commands/settings.ts";
import { speakTo } from "./commands/speak.ts";
import { DOCUMENTS, ROOT } from "./documents.ts";
import { parse } from "./markdown.ts";

/** One server in the settings of a client, as a document shows them. */
type Entry = {
  name: string;
  place: string;
  command: string;
  args: readonly string[];
  env: Record<string, string>;
  /** Codex: variables that it hands on from its own environment. */
  handedOn: readonly string[];
};

/** Under which name each client keeps its servers. */
const KEYS = ["mcpServers", "servers", "mcp_servers"];
const READERS: Record<string, (text: string) => unknown> = { json: JSON.parse, toml: parseToml };

const blocks = DOCUMENTS.flatMap((document) =>
  parse(document).fences.flatMap(({ language, text, line }) => {
    const reader = READERS[language];
    return reader === undefined ? [] : [{ place: `${document}:${line}`, text, reader }];
  }),
);

function entriesOf({ place, text, reader }: (typeof blocks)[number]): Entry[] {
  const settings = recordOf(reader(text));
  const servers = KEYS.flatMap((key) => Object.entries(recordOf(settings[key])));
  return servers.map(([name, server]) => {
    const { command, args, env, env_vars: handedOn } = recordOf(server);
    return {
      name,
      place,
      command: String(command),
      args: Array.isArray(args) ? args.map(String) : [],
      env: Object.fromEntries(Object.entries(recordOf(env)).map(([key, value]) => [key, String(value)])),
      handedOn: Array.isArray(handedOn) ? handedOn.map(String) : [],
    };
  });
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe("the settings of clients in the documents", () => {
  const entries = blocks.flatMap(entriesOf);

  it("are there for both servers, as JSON and as TOML", () => {
    expect(blocks.map(({ reader }) => reader)).toEqual(expect.arrayContaining(Object.values(READERS)));
    const programs = entries.map(({ args }) => programIn(args[0] ?? ""));
    expect(new Set(programs)).toEqual(new Set(Object.keys(PROGRAMS)));
  });

  it.each(blocks)("$place can be read, and names a server", (block) => {
    expect(entriesOf(block).length).toBeGreaterThan(0);
  });

  it.each(entries)("$place: $name starts one of the programs, with variables that it reads", (entry) => {
    const { command, args, env, handedOn } = entry;
    const [path = "", ...flags] = args;
    const known = PROGRAMS[programIn(path) ?? ""]?.settings ?? new Set();
    expect(["node", "/path/to/confirm-guard/node_modules/.bin/node"]).toContain(command);
    expect(path).toMatch(/^\/(?:path\/to\/confirm-guard\/packages|home\/ada\/[\w-]+\/node_modules)\//);
    expect(flags.filter((flag) => flag !== "--demo")).toEqual([]);
    expect([...Object.keys(env), ...handedOn].filter((variable) => !known.has(variable))).toEqual([]);
  });

  const starts = new Map(
    entries.map((entry) => [
      JSON.stringify([programIn(entry.args[0] ?? ""), entry.args.slice(1), entry.env, entry.handedOn]),
      entry,
    ]),
  );

  it.each([...starts.values()])("$place: $name starts and reads", async ({ args, env, handedOn }) => {
    const [path = "", ...flags] = args;
    const name = programIn(path) ?? "";
    const given = { ...Object.fromEntries(handedOn.map((variable) => [variable, `$${variable}`])), ...env };
    const seen = await speakTo({
      command: process.execPath,
      args: [join(ROOT, "packages", name, "dist/cli.js"), ...flags],
      env: { ...desk.environment, ...desk.settings(given) },
      cwd: desk.home,
    });
    expect(seen).toMatchObject({ server: name, failed: false });
  });
});
