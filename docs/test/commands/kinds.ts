import { copyFile, stat } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { ROOT } from "../documents.ts";
import type { Command } from "./collect.ts";
import type { Desk } from "./desk.ts";
import { SETTINGS } from "./settings.ts";
import { speakTo } from "./speak.ts";

/** The commands of one kind: how they are known, and what has to come of one. */
export type Kind = { name: string; command: RegExp; run: (command: Command, desk: Desk) => Promise<void> };

/** In the order in which they run: what is packed is installed, and what is installed is started. */
export const KINDS: readonly Kind[] = [
  {
    name: "sets variables that the programs read",
    command: /^export(?: [A-Z_]+=\S+)+$/,
    run: async ({ text }) => {
      const names = [...text.matchAll(/ ([A-Z_]+)=/g)].map(([, name = ""]) => name);
      expect(names.filter((name) => !SETTINGS.has(name))).toEqual([]);
    },
  },
  {
    name: "makes a file that only its owner reads",
    command: /^install -m 600 \/dev\/null ~\/\.[\w-]+$/,
    run: async ({ text }, desk) => {
      // Beside the one that holds the secret already.
      const { code } = await desk.run(`${text}-new`, desk.home);
      const [, file = ""] = /~\/(\S+)$/.exec(text) ?? [];
      expect(code).toBe(0);
      expect((await stat(join(desk.home, `${file}-new`))).mode & 0o777).toBe(0o600);
    },
  },
  {
    name: "packs a package",
    command: /^npx --no -- pnpm --filter [\w-]+ pack --pack-destination out$/,
    run: async ({ text }, desk) => {
      const { code, output } = await desk.run(text, ROOT);
      expect({ code, output }).toMatchObject({ code: 0 });
      const tarball = `${/--filter ([\w-]+)/.exec(text)?.[1] ?? ""}-0.1.0.tgz`;
      await copyFile(join(desk.downloads, "out", tarball), join(desk.downloads, tarball));
    },
  },
  {
    name: "installs a tarball",
    command: /^npm install --prefix ~\/[\w-]+ \.\/(?:out\/)?[\w-]+-[\d.]+\.tgz$/,
    run: async (command, desk) => {
      await succeed(command, desk, desk.downloads);
      const [, folder = "", name = ""] = /--prefix ~\/([\w-]+) .*\/([a-z-]+)-\d/.exec(command.text) ?? [];
      expect(existsSync(join(desk.home, folder, "node_modules", name, "dist/cli.js"))).toBe(true);
    },
  },
  {
    name: "runs a server of the checkout",
    command: /^npx --no -- (?:caldav|mealie)-mcp\b/,
    run: (command, desk) => runServer(command, desk, ROOT),
  },
  {
    name: "runs a server from a tarball, in a folder that holds nothing else",
    command: /^npx -y \.\/(?:caldav|mealie)-mcp-[\d.]+\.tgz\b/,
    run: (command, desk) => runServer(command, desk, desk.downloads),
  },
  {
    name: "runs a server that was installed",
    command: /^node (?:~|\$HOME|\/home\/ada)\/[\w-]+\/node_modules\/(?:caldav|mealie)-mcp\/dist\/cli\.js\b/,
    run: (command, desk) => runServer(command, desk, desk.home),
  },
];

/** What a page takes for granted when it does not say how a server is set up. */
const ACCOUNT = [
  "export CALDAV_URL=https://dav.example.org CALDAV_USERNAME=ada CALDAV_PASSWORD_FILE=$HOME/.caldav-password",
  "export MEALIE_URL=https://mealie.example.org MEALIE_API_TOKEN_FILE=$HOME/.mealie-token",
];

/** What each flag of the servers prints. */
const PRINTS: Record<string, RegExp> = {
  "--check": /(?:caldav|mealie)-mcp/,
  "--check --json": /^\{/,
  "--help": /Settings \(environment variables\)/,
  "--tools": /ask a person before they act/,
  "--version": /^\d+\.\d+\.\d+$/m,
};

/** With a flag it prints something and ends; without one, or with `--demo`, it serves. */
async function runServer(command: Command, desk: Desk, folder: string): Promise<void> {
  const { text, exports } = command;
  const [, name = "", flags = ""] =
    /((?:caldav|mealie)-mcp)(?:-[\d.]+\.tgz|\/dist\/cli\.js)?(?: (.*))?$/.exec(text) ?? [];
  const prints = PRINTS[flags];
  if (prints !== undefined) {
    expect(await succeed(command, desk, folder)).toMatch(prints);
    return;
  }
  expect(["", "--demo"]).toContain(flags);
  const script = desk.here([...(exports.length > 0 ? exports : ACCOUNT), `exec ${text}`].join("\n"));
  const seen = await speakTo({ command: "sh", args: ["-ec", script], env: desk.environment, cwd: folder });
  expect(seen).toMatchObject({ server: name, failed: false });
}

async function succeed({ text, exports }: Command, desk: Desk, folder: string): Promise<string> {
  const { code, output } = await desk.run(
    [...(exports.length > 0 ? exports : ACCOUNT), text].join("\n"),
    folder,
  );
  expect({ code, output }).toEqual({ code: 0, output: expect.stringMatching(/\S/) });
  return output;
}
