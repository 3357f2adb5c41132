import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { followingChangeset } from "./release/follow.ts";

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
  const run = (command: string, ...args: string[]) =>
    spawnSync(command, args, { cwd: checkout, encoding: "utf8" });
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
