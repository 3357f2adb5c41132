import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL("..", import.meta.url));
const ROOT = join(HERE, "../..");

/** confirm-guard as somebody gets it who installs it, with its peers beside it. */
export type Packed = {
  tarball: string;
  /** A project that has the package installed. */
  project: string;
  /** The package in there. */
  folder: string;
  remove: () => Promise<void>;
};

export type Ended = { code: 0 | 1; output: string };

/** Packs what was built, and unpacks it into an empty project. */
export async function packed(): Promise<Packed> {
  const project = await mkdtemp(join(tmpdir(), "package-check-"));
  const source = join(ROOT, "packages/confirm-guard");
  const { code, output } = await run("pnpm", ["pack", "--pack-destination", project], source);
  if (code !== 0) throw new Error(`confirm-guard could not be packed: ${output}`);
  const name = (await readdir(project)).find((file) => file.endsWith(".tgz"));
  if (name === undefined) throw new Error("There is no tarball.");
  const tarball = join(project, name);

  const modules = join(project, "node_modules");
  const folder = join(modules, "confirm-guard");
  await mkdir(folder, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1", "-C", folder], project);
  for (const peer of ["@modelcontextprotocol", "redis", "zod"]) {
    await symlink(join(HERE, "node_modules", peer), join(modules, peer));
  }
  await symlink(join(ROOT, "node_modules/@types"), join(modules, "@types"));
  return { tarball, project, folder, remove: () => rm(project, { recursive: true, force: true }) };
}

/** Runs a program to its end; a failure is an answer like any other. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<Ended> {
  const own = [join(HERE, "node_modules/.bin"), join(ROOT, "node_modules/.bin"), dirname(process.execPath)];
  const env = { ...process.env, NO_COLOR: "1", PATH: [...own, process.env["PATH"] ?? ""].join(delimiter) };
  return await new Promise((resolve) => {
    execFile(command, args, { cwd, env, timeout: 110_000 }, (error, stdout, stderr) => {
      const failed = error === null ? "" : `${error.message}\n`;
      resolve({ code: error === null ? 0 : 1, output: failed + stdout + stderr });
    });
  });
}

/** The compilers that the types have to work with. */
export const COMPILERS = {
  "5.4": join(HERE, "node_modules/typescript-5.4/bin/tsc"),
  "5.9": join(HERE, "node_modules/typescript-5.9/bin/tsc"),
  "7": join(ROOT, "node_modules/typescript/bin/tsc"),
} as const;
