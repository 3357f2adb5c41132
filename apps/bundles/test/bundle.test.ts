import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { sampleHousehold, startSandbox, startStandIn } from "sandbox";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { makeBundle } from "../src/make-bundle.ts";
import { bundleManifest } from "../src/manifest.ts";
import { type Server, SERVERS } from "../src/servers.ts";
import { type Installed, install, type Settings, withoutDefaults } from "./installed.ts";

const MAX_BYTES = 1_500_000;

/** What is needed to use the bundle: an account on a server of the right kind, and a call that reads from it. */
type Account = { filledIn: Settings; call: string; shows: string; close: () => Promise<void> };

const ACCOUNTS: Record<string, () => Promise<Account>> = {
  "caldav-mcp": async () => {
    const sandbox = await startSandbox();
    return {
      filledIn: {
        caldav_url: sandbox.url,
        caldav_username: sandbox.user,
        caldav_password: sandbox.password,
      },
      call: "list_calendars",
      shows: "events",
      close: () => sandbox.close(),
    };
  },
  "mealie-mcp": async () => {
    const standIn = await startStandIn({ state: sampleHousehold("2026-11-30") });
    return {
      filledIn: { mealie_url: standIn.url, mealie_api_token: standIn.token },
      call: "search_recipes",
      shows: "Red lentil soup",
      close: () => standIn.close(),
    };
  },
};

const named = SERVERS.map((server) => ({ command: server.command, server }));

describe.each(named)("the MCP bundle of $command", ({ command, server }) => {
  const made: { folder?: string; path?: string; installed?: Installed; account?: Account | undefined } = {};
  const there = () => {
    const { folder, path, installed, account } = made;
    if (!folder || !path || !installed || !account) throw new Error("The bundle is made before the tests.");
    return { folder, path, installed, account };
  };

  beforeAll(async () => {
    made.folder = await mkdtemp(join(tmpdir(), "bundles-"));
    made.path = (await makeBundle(server, made.folder)).path;
    made.installed = await install(made.path, join(made.folder, "installed"));
    made.account = await ACCOUNTS[command]?.();
  });
  afterAll(async () => {
    await made.account?.close();
    if (made.folder !== undefined) await rm(made.folder, { recursive: true, force: true });
  });

  it("is small, and has the version in its name", async () => {
    const { path } = there();
    expect(path).toMatch(
      new RegExp(`${command}-${server.manifest.version.replaceAll(".", String.raw`\.`)}\\.mcpb$`),
    );
    const { size } = await stat(path);
    expect(size).toBeLessThan(MAX_BYTES);
    expect(size).toBeGreaterThan(100_000);
  });

  it("holds the package, what starts it, an icon and the licences, and nothing else", async () => {
    const { installed } = there();
    const files = await filesIn(installed.folder);
    const expected =
      /^(?:LICENSE|icon\.png|manifest\.json|server\/(?:LICENSE|README\.md|package\.json|start\.mjs|dist\/(?:THIRD-PARTY-NOTICES\.txt|no-question\.md|[\w-]+\.js)))$/;
    expect(files.filter((file) => !expected.test(file))).toEqual([]);
    for (const file of [
      "LICENSE",
      "icon.png",
      "server/dist/THIRD-PARTY-NOTICES.txt",
      "server/dist/no-question.md",
    ])
      expect(files).toContain(file);
    expect(installed.manifest).toEqual(bundleManifest(server));
  });

  it("misses no file that one of its files imports", async () => {
    const dist = join(there().installed.folder, "server/dist");
    const files = await readdir(dist);
    const imported = await Promise.all(
      files
        .filter((file) => file.endsWith(".js"))
        .map(async (file) => importsOf(await readFile(join(dist, file), "utf8"))),
    );
    expect(imported.flat().length).toBeGreaterThan(3);
    expect(imported.flat().filter((file) => !files.includes(file))).toEqual([]);
  });

  describe.each(["2025", "2026"] as const)("in a client of revision %s", (era) => {
    it("offers the tools that the manifest names, and works on the account of the form", async () => {
      const { installed, account } = there();
      await using connection = await installed.start(account.filledIn, { era });
      const tools = await connection.listTools();
      expect(tools.map(({ name }) => name)).toEqual(installed.manifest.tools?.map(({ name }) => name));
      const answer = await connection.callTool(account.call);
      expect(answer.isError).not.toBe(true);
      expect(JSON.stringify(answer)).toContain(account.shows);
    });

    it.each<[string, (installed: Installed, account: Account) => [Installed, Settings]]>([
      ["as empty text", (installed, { filledIn }) => [installed, { ...blank(server), ...filledIn }]],
      ["as placeholders", (installed, { filledIn }) => [withoutDefaults(installed), filledIn]],
    ])("takes fields that were left blank for settings that nobody made, %s", async (_how, fill) => {
      const { installed, account } = there();
      const [as, filledIn] = fill(installed, account);
      await using connection = await as.start(filledIn, { era });
      expect(await connection.listTools()).toHaveLength(server.tools.length);
      expect((await connection.callTool(account.call)).isError).not.toBe(true);
    });
  });

  it("does what a ticked switch and a filled list say", async () => {
    const { installed, account } = there();
    const prefix = command.split("-")[0];
    const filledIn = {
      ...account.filledIn,
      [`${prefix}_read_only`]: true,
      [`${prefix}_deny_tools`]: account.call,
    };
    await using connection = await installed.start(filledIn, { era: "2026" });
    const tools = await connection.listTools();
    expect(tools.length).toBeGreaterThan(3);
    expect(tools.filter(({ name }) => name === account.call)).toEqual([]);
    const reading = tools.filter((tool) => Object(tool.annotations).readOnlyHint === true);
    expect(reading).toEqual(tools);
  });

  it("is not started by a client while a field that is needed is blank", async () => {
    await expect(there().installed.start({}, { era: "2026" })).rejects.toThrow("The form is not complete.");
  });
});

/** Every text field that may be blank, left blank. */
function blank({ variables }: Server): Settings {
  const optional = variables.filter(({ field }) => field.kind === "text" && field.required !== true);
  return Object.fromEntries([
    ...optional.map(({ name }) => [name.toLowerCase(), ""]),
    ["node_extra_ca_certs", ""],
  ]);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll("\\", "/"),
    );
}

/** The neighbours that a file imports, at once or later; a type in a comment is no import. */
function importsOf(code: string): string[] {
  const imports = code.matchAll(/^import[^;\n]*?"\.\/([^"]+)";$|(?<!\{|typeof )\bimport\("\.\/([^"]+)"\)/gm);
  return [...imports].map(([, atOnce, later]) => atOnce ?? later ?? "");
}
