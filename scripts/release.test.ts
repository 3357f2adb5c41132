import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { command } from "./command.mjs";
import { followingChangeset } from "./release/follow.ts";
import { publishAll } from "./release/publishing.ts";
import { notesOf, unready } from "./release/ready.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const plan = (name: string, type = "minor") => ({ releases: [{ name, type, newVersion: "0.2.0" }] });

describe("a release of confirm-guard", () => {
  const bundle = (name: string) => ({ name, devDependencies: { "confirm-guard": "workspace:^" } });

  it("takes every published package along that bundles it, and no other", () => {
    const members = [
      bundle("mealie-mcp"),
      bundle("caldav-mcp"),
      { ...bundle("server-kit"), private: true },
      { name: "confirm-guard" },
    ];
    expect(followingChangeset(plan("confirm-guard"), members)).toBe(
      '---\n"caldav-mcp": patch\n"mealie-mcp": patch\n---\n\nCarries `confirm-guard` 0.2.0.\n',
    );
  });

  it("is none when only a server is released, or when the library is only named", () => {
    expect(followingChangeset(plan("caldav-mcp"), [bundle("caldav-mcp")])).toBeUndefined();
    expect(followingChangeset(plan("confirm-guard", "none"), [bundle("caldav-mcp")])).toBeUndefined();
  });
});

describe("raising the versions", () => {
  let checkout: string;
  // Whoever runs this may have told Git to sign, or to run hooks of their own.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { cwd: checkout, env, encoding: "utf8" });
  const git = (...args: string[]) =>
    run("git", "-c", "user.name=test", "-c", "user.email=test@example.org", ...args);
  const raise = () => run(process.execPath, join(root, "scripts/release/version.ts"));
  const versionOf = (name: string): unknown => JSON.parse(read(`packages/${name}/package.json`)).version;
  const read = (file: string): string => readFileSync(join(checkout, file), "utf8");

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), "release-test-"));
    for (const file of [
      "package.json",
      "pnpm-workspace.yaml",
      ".changeset/config.json",
      ".changeset/changelog.mjs",
    ])
      cpSync(join(root, file), join(checkout, file));
    for (const name of ["confirm-guard", "server-kit", "caldav-mcp", "mealie-mcp", "sandbox"]) {
      mkdirSync(join(checkout, "packages", name), { recursive: true });
      const manifest = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
      const pinned = manifest.private === true ? manifest : { ...manifest, version: "0.1.0" };
      writeFileSync(join(checkout, "packages", name, "package.json"), JSON.stringify(pinned));
    }
    git("init", "-q", "-b", "main");
    git("add", ".");
    git("commit", "-q", "-m", "start");
  });

  afterEach(() => rmSync(checkout, { recursive: true, force: true }));

  it("raises both servers with a change of confirm-guard alone, and says what they carry", () => {
    writeFileSync(
      join(checkout, ".changeset/quiet-words.md"),
      '---\n"confirm-guard": minor\n---\n\nA question is shorter.\n\nIts second paragraph.\n',
    );
    const { status, stderr } = raise();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(versionOf("confirm-guard")).toBe("0.2.0");
    expect(versionOf("caldav-mcp")).toBe("0.1.1");
    expect(versionOf("mealie-mcp")).toBe("0.1.1");
    expect(read("packages/confirm-guard/CHANGELOG.md")).toBe(
      "# confirm-guard\n\n## 0.2.0\n\n### Minor Changes\n\n- A question is shorter.\n\n  Its second paragraph.\n",
    );
    expect(read("packages/mealie-mcp/CHANGELOG.md")).toBe(
      "# mealie-mcp\n\n## 0.1.1\n\n### Patch Changes\n\n- Carries `confirm-guard` 0.2.0.\n",
    );
    expect(existsSync(join(checkout, ".changeset/quiet-words.md"))).toBe(false);
    expect(existsSync(join(checkout, ".changeset/plan.json"))).toBe(false);
  });

  it("leaves confirm-guard and the other server where they are when one server has changed", () => {
    writeFileSync(
      join(checkout, ".changeset/a-day.md"),
      '---\n"caldav-mcp": patch\n---\n\nA day is a day.\n',
    );
    expect(raise().status).toBe(0);
    expect(["caldav-mcp", "confirm-guard", "mealie-mcp"].map(versionOf)).toEqual(["0.1.1", "0.1.0", "0.1.0"]);
  });

  it("keeps what an earlier release has written below", () => {
    writeFileSync(
      join(checkout, "packages/caldav-mcp/CHANGELOG.md"),
      "# caldav-mcp\n\n## 0.1.0\n\nThe first release.\n",
    );
    writeFileSync(
      join(checkout, ".changeset/a-day.md"),
      '---\n"caldav-mcp": patch\n---\n\nA day is a day.\n',
    );
    expect(raise().status).toBe(0);
    expect(read("packages/caldav-mcp/CHANGELOG.md")).toBe(
      "# caldav-mcp\n\n## 0.1.1\n\n### Patch Changes\n\n- A day is a day.\n\n## 0.1.0\n\nThe first release.\n",
    );
  });

  it("raises nothing without a changeset", () => {
    expect(raise().status).not.toBe(0);
    expect(["caldav-mcp", "confirm-guard", "mealie-mcp"].map(versionOf)).toEqual(["0.1.0", "0.1.0", "0.1.0"]);
  });
});

describe("the changelogs", () => {
  it.each(["caldav-mcp", "confirm-guard", "mealie-mcp"])(
    "of %s begin with the version in its manifest",
    (name) => {
      const folder = join(root, "packages", name);
      const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const [newest = ""] = readFileSync(join(folder, "CHANGELOG.md"), "utf8").match(/^## .+$/m) ?? [];
      expect(newest).toBe(`## ${version}`);
    },
  );
});

describe("publishing", () => {
  const released = (name: string, version: string) => ({
    name,
    version,
    tarball: `${name}.tgz`,
    files: [],
    notes: "",
  });
  const packages = [released("confirm-guard", "0.2.0"), released("@owner/caldav-mcp", "0.1.0")];
  /** A registry with some versions; each publish ends as it is told to. */
  const registry = (there: readonly string[], publishStatus = 0) => {
    const ran: string[] = [];
    const npm = (args: string[]) => {
      ran.push(args.join(" "));
      if (args[0] === "publish") return { status: publishStatus, output: "" };
      return there.includes(args[1] ?? "")
        ? { status: 0, output: '"0.1.0"\n' }
        : { status: 1, output: "npm error code E404" };
    };
    return { ran, npm };
  };

  it("publishes what the registry does not have, with provenance, and leaves the rest alone", () => {
    const { ran, npm } = registry(["@owner/caldav-mcp@0.1.0"]);
    expect(publishAll(packages, npm)).toEqual(["confirm-guard@0.2.0"]);
    expect(ran.filter((line) => line.startsWith("publish"))).toEqual([
      "publish ./confirm-guard.tgz --access public --provenance",
    ]);
  });

  it("knows a version that is missing from a package that exists: npm shows nothing and calls it a success", () => {
    const { npm } = registry([]);
    const silent = (args: string[]) => (args[0] === "view" ? { status: 0, output: "" } : npm(args));
    expect(publishAll(packages, silent)).toHaveLength(2);
  });

  it("publishes nothing when the registry cannot say what it has", () => {
    const ran: string[] = [];
    const broken = (args: string[]) => {
      ran.push(args[0] ?? "");
      return { status: 1, output: "npm error code ECONNREFUSED" };
    };
    expect(() => publishAll(packages, broken)).toThrow("nothing was published");
    expect(ran).not.toContain("publish");
  });

  it("stops at the first package that npm refuses", () => {
    const { ran, npm } = registry([], 1);
    expect(() => publishAll(packages, npm)).toThrow("npm did not publish confirm-guard@0.2.0");
    expect(ran.filter((line) => line.startsWith("publish"))).toHaveLength(1);
  });

  it("refuses the names of strangers and a manifest without a repository", () => {
    const repository = { url: "git+https://git.example.org/owner/confirm-guard.git" };
    expect(unready({ name: "@owner/caldav-mcp", version: "0.1.0", repository })).toEqual([]);
    expect(unready({ name: "caldav-mcp", version: "0.1.0", repository })).toEqual([
      expect.stringContaining("somebody else's package"),
    ]);
    expect(unready({ name: "confirm-guard", version: "0.1.0" })).toEqual([
      expect.stringContaining("no repository"),
    ]);
  });

  it("takes the notes of exactly one version out of a changelog", () => {
    const changelog = "# a\n\n## 0.10.0\n\n- New.\n\n## 0.1.0\n\nThe first.\n";
    expect(notesOf(changelog, "0.10.0")).toBe("- New.\n");
    expect(notesOf(changelog, "0.1.0")).toBe("The first.\n");
    expect(() => notesOf(changelog, "0.2.0")).toThrow('no section "## 0.2.0"');
  });
});

describe("starting a program", () => {
  it("needs no shell where programs are files, and none for Node itself", () => {
    expect(command("npm", ["pack", "a b"], "linux")).toEqual({
      file: "npm",
      args: ["pack", "a b"],
      shell: false,
    });
    expect(command(process.execPath, ["-e", "1 > 0"], "win32").shell).toBe(false);
  });

  it("hands the shell of Windows one line, with quotes where it would read a word otherwise", () => {
    const words = ["install", "C:\\Users\\A B\\x.tgz", "pnpm@12.21.0", "a&b", ""];
    expect(command("npm", words, "win32")).toEqual({
      file: 'npm install "C:\\Users\\A B\\x.tgz" pnpm@12.21.0 "a&b" ""',
      args: [],
      shell: true,
    });
  });

  it.each(['a"b', "%PATH%", "a\nb", "a!b"])("refuses %j, which no quotes would keep as it is", (word) => {
    expect(() => command("npm", [word], "win32")).toThrow("would read");
  });
});
