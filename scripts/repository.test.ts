import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");
const tracked = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(root, file)));

type Manifest = {
  name: string;
  private?: boolean;
  license?: string;
  files?: string[];
  engines?: { node?: string };
  scripts?: Record<string, string>;
} & Partial<
  Record<
    "dependencies" | "devDependencies" | "peerDependencies" | "optionalDependencies",
    Record<string, string>
  >
>;

const read = (file: string): string => readFileSync(join(root, file), "utf8");
const manifests = tracked
  .filter((file) => /^(?:(?:packages|apps)\/[^/]+\/|docs\/)?package\.json$/.test(file))
  .map((file): [string, Manifest] => [dirname(file), JSON.parse(read(file))]);
const published = manifests.filter(([, manifest]) => manifest.private !== true);

function filesWith(found: (text: string) => boolean, files = tracked): string[] {
  return files.filter((file) => found(read(file)));
}

describe("the tracked files", () => {
  it("name no folder of the machine that they were written on", () => {
    const own = [root, homedir()].filter((folder) => folder.split("/").length > 2);
    expect(filesWith((text) => own.some((folder) => text.includes(folder)))).toEqual([]);
  });

  it("name no package registry, so that any mirror serves", () => {
    const hosts = /registry\.(?:npmjs\.org|yarnpkg\.com|npmmirror\.com)/;
    // The schema of the MCP registry is somebody else's, and names one as an example.
    const others = ["scripts/repository.test.ts", "apps/bundles/test/schema/server.schema.json"];
    expect(filesWith((text) => hosts.test(text)).filter((file) => !others.includes(file))).toEqual([]);
    expect(read("pnpm-lock.yaml")).not.toMatch(/tarball:|resolved|https?:\/\//);
  });

  it("hold no test that is skipped for good or that silences the others", () => {
    const tests = tracked.filter((file) => file.endsWith(".test.ts"));
    expect(tests.length).toBeGreaterThan(10);
    const held = /\b(?:it|test|describe)(?:\.\w+)*\.(?:only|skip|todo|fails)\b/;
    expect(filesWith((text) => held.test(text), tests)).toEqual([]);
  });

  it("keep every source file short enough to be read at once", () => {
    const sources = tracked.filter((file) => /\/src\/.*\.ts$/.test(file));
    expect(sources.filter((file) => read(file).split("\n").length > 300)).toEqual([]);
  });
});

describe("every package that is published", () => {
  it("is one of the three that are meant to be", () => {
    expect(published.map(([, { name }]) => name).toSorted()).toEqual([
      "caldav-mcp",
      "confirm-guard",
      "mealie-mcp",
    ]);
  });

  it.each(published)(
    "%s says its licence, its Node and its files, and depends on nothing",
    (folder, manifest) => {
      expect(manifest.license).toBe("MIT");
      expect(manifest.engines?.node).toBe(">=22");
      expect(manifest.files).toContain("dist");
      expect(manifest.dependencies ?? {}).toEqual({});
      expect(tracked).toContain(`${folder}/README.md`);
    },
  );
});

describe("docs/dependencies.md", () => {
  it("is held against every package of the workspace", () => {
    const folders = ["packages", "apps"].flatMap((kind) =>
      readdirSync(join(root, kind))
        .map((name) => `${kind}/${name}`)
        .filter((folder) => existsSync(join(root, folder, "package.json"))),
    );
    expect(manifests.map(([folder]) => folder).toSorted()).toEqual([".", "docs", ...folders].toSorted());
  });

  const rows = [...read("docs/dependencies.md").matchAll(/^\| `([^`]+)` \| ([^|]+?) \| ([^|]+?) \|/gm)].map(
    ([, name = "", version = "", licence = ""]) => ({ name, version, licence }),
  );
  const wanted = manifests.flatMap(([folder, manifest]) =>
    Object.entries({
      ...manifest.dependencies,
      ...manifest.devDependencies,
      ...manifest.optionalDependencies,
    })
      .filter(([, version]) => !version.startsWith("workspace:"))
      .map(([name, version]) => ({ folder, name, version })),
  );
  const peers = manifests.flatMap(([, manifest]) => Object.entries(manifest.peerDependencies ?? {}));

  it("lists each dependency with its version, and each peer with its range", () => {
    const listed = new Set(rows.map(({ name, version }) => `${name} ${version}`));
    const missing = [...wanted.map(({ name, version }) => [name, version]), ...peers]
      .map(([name, version]) => `${name} ${version}`)
      .filter((entry) => !listed.has(entry));
    expect([...new Set(missing)]).toEqual([]);
  });

  it("lists nothing that is not a dependency", () => {
    const real = new Set([...wanted.map(({ name }) => name), ...peers.map(([name]) => name)]);
    expect(rows.map(({ name }) => name).filter((name) => !real.has(name))).toEqual([]);
  });

  it.each([
    { program: "caldav-mcp", known: "ical.js" },
    { program: "mealie-mcp", known: "ky" },
  ])("names every package that the build found inside $program", ({ program, known }) => {
    const notices = read(`packages/${program}/dist/THIRD-PARTY-NOTICES.txt`);
    const bundled = [...notices.matchAll(/^={80}\n(@?[\w./-]+)/gm)].map(([, name = ""]) => name);
    expect(bundled).toContain(known);
    expect(bundled.filter((name) => !read("docs/dependencies.md").includes(`\`${name}\``))).toEqual([]);
  });

  it("states the licence that the installed package states", () => {
    const wrong = wanted.flatMap(({ folder, name }) => {
      const installed = join(root, folder, "node_modules", name, "package.json");
      if (!existsSync(installed)) return [];
      const { license }: Manifest = JSON.parse(readFileSync(installed, "utf8"));
      return rows.some((row) => row.name === name && row.licence === license) ? [] : [`${name}: ${license}`];
    });
    expect(wrong).toEqual([]);
  });
});

describe("docs/architecture.md", () => {
  it("has a room for every package of the workspace", () => {
    const rooms = read("docs/architecture.md");
    const missing = manifests.map(([folder]) => folder).filter((folder) => folder !== ".");
    expect(missing.filter((folder) => !rooms.includes(`\n${folder} `))).toEqual([]);
  });

  it.each(["caldav-mcp", "confirm-guard", "mealie-mcp", "sandbox"])(
    "says what every folder of %s is for",
    (name) => {
      const rows = read("docs/architecture.md")
        .split("\n")
        .filter((line) => line.startsWith(`| \`${name}/src/`));
      const folders = readdirSync(join(root, "packages", name, "src"), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
      expect(folders.length).toBeGreaterThan(1);
      expect(folders.filter((folder) => !rows.some((row) => row.includes(`${folder}/`)))).toEqual([]);
    },
  );
});

describe("the changesets and changelogs", () => {
  const texts = tracked
    .filter((file) => /^\.changeset\/.*\.md$|\/CHANGELOG\.md$/.test(file))
    .map(read)
    .join("\n");

  it("name every entry point and every tool", () => {
    const { exports }: { exports: Record<string, unknown> } = JSON.parse(
      read("packages/confirm-guard/package.json"),
    );
    const entries = Object.keys(exports)
      .filter((entry) => !entry.endsWith(".json"))
      .map((entry) => join("confirm-guard", entry));
    const tools = tracked
      .filter((file) => /^packages\/(?:caldav|mealie)-mcp\/src\/tools\//.test(file))
      .flatMap((file) => [...read(file).matchAll(/\bname: "([a-z_]+)"/g)])
      .map(([, name = ""]) => name);
    expect(entries).toContain("confirm-guard");
    expect(tools).toEqual(expect.arrayContaining(["delete_event", "merge_foods"]));
    expect([...entries, ...tools].filter((name) => !texts.includes(`\`${name}\``))).toEqual([]);
  });
});
