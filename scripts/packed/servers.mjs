// The two servers as their users meet them: what is in each package, and what each has to answer.
import assert from "node:assert/strict";
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { sampleHousehold, startSandbox, startStandIn } from "../../packages/sandbox/dist/index.js";
import { run } from "./npx.mjs";
import { root } from "./pack.mjs";
import { onEachEra } from "./server.mjs";

export const servers = [
  {
    name: "caldav-mcp",
    bundles: ["ical.js", "zod", "@modelcontextprotocol/server"],
    lacks: [],
    demoOnly: ["sandbox.example.org", "DOMParser"],
    lists: { tool: "list_calendars", shows: "calendars" },
    async openAccount() {
      const { url, user, password, close } = await startSandbox();
      return { env: { CALDAV_URL: url, CALDAV_USERNAME: user, CALDAV_PASSWORD: password }, close };
    },
  },
  {
    name: "mealie-mcp",
    bundles: ["ky", "zod", "@modelcontextprotocol/server"],
    lacks: [
      {
        data: join(root, "packages/sandbox/test/mealie/data/contract-3.23.json"),
        trace: "HTTPValidationError",
      },
    ],
    demoOnly: ["Red lentil soup"],
    lists: { tool: "search_recipes", shows: "Red lentil soup" },
    async openAccount() {
      const { url, token, close } = await startStandIn({ state: sampleHousehold("2026-09-14") });
      return { env: { MEALIE_URL: url, MEALIE_API_TOKEN: token }, close };
    },
  },
];

/** The tools of a server, by the contracts that its tests keep. */
function toolsOf(name) {
  return readdirSync(join(root, "packages", name, "test", "tools"))
    .map((file) => basename(file, ".json"))
    .sort();
}

/**
 * A server by the command that starts it, in an empty folder. `--version`; `--check` without an account and with one; a session
 * on each revision, in which a call without an account says what is missing, and one with `--demo` finds what is made up.
 *
 * @returns how many seconds it took until the first answer, which is where npx installs
 */
export async function checkCommand(command, { server, version, where }) {
  const { name, lists, openAccount } = server;
  const [program, ...args] = command;
  const ended = (flag, env = {}) =>
    run(program, [...args, flag], { ...where, env: { ...where.env, ...env } });

  const first = await ended("--version");
  assert.equal(first.output, `${version}\n`, `${command.join(" ")} --version`);

  const without = await ended("--check");
  assert.equal(without.code, 1, `--check of ${name} without an account:\n${without.output}`);
  assert.match(without.output, /not set/);
  const account = await openAccount();
  try {
    const found = await ended("--check", account.env);
    assert.equal(found.code, 0, `--check of ${name} with an account:\n${found.output}`);
    assert.ok(found.output.includes(new URL(Object.values(account.env)[0]).host));
  } finally {
    await account.close();
  }

  const call = { name: lists.tool, arguments: {} };
  const textOf = ({ result }) => result.content.map(({ text }) => text).join("\n");
  await onEachEra(name, command, {
    where,
    async talk(ask) {
      const { result } = await ask("tools/list", {});
      assert.deepEqual(result.tools.map((tool) => tool.name).sort(), toolsOf(name));
      const answer = await ask("tools/call", call);
      assert.ok(answer.result.isError, `${name} answers ${lists.tool} without an account`);
      assert.match(textOf(answer), /not set/);
    },
  });
  await onEachEra(name, [...command, "--demo"], {
    where,
    async talk(ask) {
      const answer = await ask("tools/call", call);
      assert.ok(!answer.result.isError, `${name} --demo fails: ${textOf(answer)}`);
      assert.ok(textOf(answer).includes(lists.shows), `${name} --demo shows nothing of its sample`);
    },
  });
  return first.seconds;
}
