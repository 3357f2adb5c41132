import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CANNOT_RUN } from "./commands/cannot-run.ts";
import { startIn } from "./commands/client-commands.ts";
import { collectCommands, type Command, commandsOf } from "./commands/collect.ts";
import { type Desk, openDesk } from "./commands/desk.ts";
import { KINDS } from "./commands/kinds.ts";
import { PROGRAMS, programIn } from "./commands/settings.ts";
import { speakTo } from "./commands/speak.ts";
import { FILES, read } from "./documents.ts";

const COMMANDS = collectCommands();
const listed = ({ text }: Command): boolean => CANNOT_RUN.some(({ command }) => command.test(text));

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe("the commands in the documents", () => {
  it("are either run here, or stand in the table of those that cannot be, with the reason", () => {
    const counted = COMMANDS.map((command) => ({
      ...command,
      ways: [...KINDS, ...CANNOT_RUN].filter((row) => row.command.test(command.text)).length,
    }));
    expect(counted.length).toBeGreaterThan(20);
    expect(counted.filter(({ ways }) => ways !== 1)).toEqual([]);
  });

  it("need every row of that table, and every kind", () => {
    const unused = [...CANNOT_RUN, ...KINDS].filter(
      (row) => !COMMANDS.some(({ text }) => row.command.test(text)),
    );
    expect(unused).toEqual([]);
  });

  for (const { name, command, run } of KINDS) {
    it.each(COMMANDS.filter(({ text }) => command.test(text)))(`$text ${name}`, async (one) => {
      await expect(run(one, desk)).resolves.toBeUndefined();
    });
  }
});

describe("what the commands that cannot be run here name", () => {
  const texts = COMMANDS.filter(listed).map(({ text }) => text);

  it("are scripts of this repository", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const named = texts.flatMap((text) => [
      ...[...text.matchAll(/^npm run ([\w:-]+)/g)].map(([, script = ""]) => script),
      ...[...text.matchAll(/^npm (start|test)\b/g)].map(([, script = ""]) => script),
    ]);
    expect(named).toEqual(expect.arrayContaining(["start", "docs"]));
    expect(named.filter((script) => !Object.hasOwn(scripts, script))).toEqual([]);
  });

  it("are projects and files of the tests", () => {
    const runs = texts.filter((text) => text.includes("vitest run"));
    const named = runs.flatMap((text) => text.match(/\S+\.test\.ts/g) ?? []);
    const projects = runs.flatMap((text) =>
      [...text.matchAll(/--project ([\w-]+)/g)].map(([, project = ""]) => project),
    );
    expect(runs.length).toBeGreaterThan(0);
    expect(named.filter((file) => !FILES.includes(file))).toEqual([]);
    expect(
      projects.filter((name) => !FILES.some((file) => file.endsWith(`/${name}/vitest.config.ts`))),
    ).toEqual([]);
  });

  const starts = texts.flatMap((text) => {
    const start = startIn(text);
    return start === undefined ? [] : [{ text, ...start }];
  });

  it.each(starts)("a server that starts and reads: $text", async ({ command, args, env }) => {
    const [path = "", ...flags] = args;
    const name = programIn(path) ?? "";
    expect(command).toBe("node");
    expect(Object.keys(env).filter((variable) => PROGRAMS[name]?.settings.has(variable) !== true)).toEqual(
      [],
    );
    const seen = await speakTo({
      command: process.execPath,
      args: [desk.here(path), ...flags],
      env: { ...desk.environment, ...desk.settings(env) },
      cwd: desk.home,
    });
    expect(seen).toMatchObject({ server: name, failed: false });
  });
});

describe("the commands of a block", () => {
  it("are its lines, without comments and with those that go on joined", () => {
    const block = "export A=1\n\ncall --one \\\n  --two   # why\n# nothing\nother\n";
    expect(commandsOf(block)).toEqual([
      { text: "export A=1", exports: [] },
      { text: "call --one --two", exports: ["export A=1"] },
      { text: "other", exports: ["export A=1"] },
    ]);
  });
});
