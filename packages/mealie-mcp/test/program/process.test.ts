import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { connect, connectRaw, scriptedPerson } from "confirm-guard/testing";
import { type MealieVersion, sampleHousehold, type StandIn, startStandIn } from "sandbox";
import { describe, expect, it, onTestFinished } from "vitest";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const ERAS = ["2025", "2026"] as const;

async function run(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const [code] = await once(child, "close");
  return { code, stdout, stderr };
}

async function household(version: MealieVersion = "3.23"): Promise<StandIn> {
  const mealie = await startStandIn({ version, state: sampleHousehold("2026-11-30") });
  onTestFinished(() => mealie.close());
  return mealie;
}

const settings = ({ url, token }: StandIn, more: Record<string, string> = {}) => ({
  MEALIE_URL: url,
  MEALIE_API_TOKEN: token,
  ...more,
});

describe("the command line", () => {
  it("explains itself with --help, with every setting", async () => {
    const { code, stdout, stderr } = await run(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of ["MEALIE_URL", "MEALIE_API_TOKEN_FILE", "ELICITATION"]) expect(stdout).toContain(name);
  });

  it("names its version and its tools", async () => {
    expect((await run(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const { stdout } = await run(["--tools"]);
    expect(stdout).toMatch(/merge_foods +asks/);
    expect(stdout).toContain("52 tools; 11 ask a person before they act");
  });

  it.each(["2.0", "3.23"] as const)("checks an instance and says what it found (%s)", async (version) => {
    const mealie = await household(version);
    const text = await run(["--check"], settings(mealie));
    expect(text.code).toBe(0);
    expect(text.stdout).toContain(`Mealie v${version}`);
    expect(text.stdout).toContain("The user of the token may: can_invite, can_manage_group, ");
    expect(text.stdout).toContain("Tools: 52");
    const without = "Warning: suggest_recipes will not work";
    expect(text.stdout).toContain(version === "2.0" ? without : "All is well.");
    const json = await run(["--check", "--json"], settings(mealie));
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      dialogs: "on",
      rights: { can_organize: true },
    });
    expect(mealie.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  });

  it("does not say that a person is asked while dialogs are off", async () => {
    const { code, stdout } = await run(["--check"], settings(await household(), { ELICITATION: "false" }));
    expect(code).toBe(0);
    expect(stdout).toContain("These 11 would ask a person first: delete_recipe,");
    expect(stdout).toContain("Warning: ELICITATION=false: nobody is asked");
  });

  it("warns while the token crosses a network in the clear", async () => {
    const mealie = await household();
    const { code, stdout } = await run(
      ["--check"],
      settings(mealie, {
        MEALIE_URL: mealie.url.replace("127.0.0.1", "0.0.0.0"),
        MEALIE_ALLOW_PLAINTEXT: "true",
      }),
    );
    expect(code).toBe(0);
    expect(stdout).toContain("Warning: MEALIE_ALLOW_PLAINTEXT is in use: credentials and data");
  });

  it("says that no tool asks when only tools that read are offered", async () => {
    const { stdout } = await run(["--check"], settings(await household(), { MEALIE_READ_ONLY: "1" }));
    expect(stdout).toContain("Tools: 18");
    expect(stdout).toContain("No tool that asks a person is offered.");
  });

  it("says what is wrong with an account, without the token", async () => {
    const mealie = await household();
    const { code, stdout, stderr } = await run(
      ["--check"],
      settings(mealie, { MEALIE_API_TOKEN: "wrong-one" }),
    );
    expect(code).toBe(1);
    expect(stdout).toContain("Not working:");
    expect(stdout + stderr).not.toContain("wrong-one");
  });

  it("says which settings are missing", async () => {
    const { code, stdout } = await run(["--check"]);
    expect(code).toBe(1);
    expect(stdout).toContain("Not working: There is no Mealie account yet: MEALIE_URL and MEALIE_API_TOKEN");
  });
});

describe("a bad setting", () => {
  it.each<[string, Record<string, string>]>([
    ["MEALIE_URL", { MEALIE_URL: "mealie.example.org" }],
    ["MEALIE_TIMEZONE", { MEALIE_TIMEZONE: "Nowhere" }],
    ["MEALIE_ALLOW_TOOLS", { MEALIE_ALLOW_TOOLS: "delete_everything" }],
    ["MEALIE_DENY_TOOLS", { MEALIE_DENY_TOOLS: "serch_recipes" }],
    ["MEALIE_READ_ONLY", { MEALIE_READ_ONLY: "1", MEALIE_ALLOW_TOOLS: "delete_recipe" }],
    ["ELICITATION", { ELICITATION: "off" }],
  ])("stops the start with one line that names %s", async (variable, env) => {
    const { code, stdout, stderr } = await run([], env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toContain(variable);
    expect(stderr.trimEnd()).not.toContain("\n");
  });
});

describe("the process", () => {
  it.each(ERAS)("starts without an account, lists its tools and explains on each call (%s)", async (era) => {
    await using connection = await connectRaw({ command: process.execPath, args: [CLI], env: {} }, { era });
    expect(JSON.stringify(await connection.request("tools/list", {}))).toContain("delete_recipe");
    for (const [name, args] of [
      ["get_about", {}],
      ["search_recipes", { search: "soup" }],
      ["delete_recipe", { recipe: "soup" }],
    ] as const) {
      const answer = JSON.stringify(await connection.request("tools/call", { name, arguments: args }));
      expect(answer).toContain("MEALIE_URL");
      expect(answer).toContain('"isError":true');
    }
  });

  it.each(ERAS)("serves a sample household with --demo, and asks before it changes it (%s)", async (era) => {
    const person = scriptedPerson(["no", "yes"]);
    const target = { command: process.execPath, args: [CLI, "--demo"], env: {} };
    await using connection = await connect(target, { era, person });
    const remove = () => connection.callTool("delete_recipe", { recipe: "red-lentil-soup" });
    const search = async () =>
      JSON.stringify(await connection.callTool("search_recipes", { search: "lentil" }));

    expect((await remove()).isError).toBe(true);
    expect(await search()).toContain("Red lentil soup");
    expect((await remove()).isError).not.toBe(true);
    expect(await search()).not.toContain("Red lentil soup");
    expect(person.questions[0]?.message).toContain("Comments: 2");
    expect(connection.strayLines).toEqual([]);
  });

  it.each(["SIGTERM", "stdin"] as const)(
    "ends by %s while a question is open, and does nothing",
    async (how) => {
      const mealie = await household();
      const person = scriptedPerson(["silent"]);
      const target = { command: process.execPath, args: [CLI], env: settings(mealie) };
      const connection = await connect(target, { era: "2025", person });
      const call = connection
        .callTool("delete_recipe", { recipe: "red-lentil-soup" })
        .catch(() => "ended" as const);
      await person.question(1);
      if (how === "SIGTERM") connection.process?.kill("SIGTERM");
      else await connection.close();
      expect(await connection.process?.exited).toBeDefined();
      await connection.close();
      await call;
      expect(mealie.requests.filter(({ method }) => method !== "GET")).toEqual([]);
    },
  );
});
