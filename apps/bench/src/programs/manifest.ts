import { readFileSync } from "node:fs";
import { z } from "zod";

const manifest = z.object({
  version: z.string().optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
});
const lockfile = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) });

/** The parts of a package.json that are used here. */
export type Manifest = z.infer<typeof manifest>;

/** The packages of a package-lock.json by their path, the project itself under an empty one. */
export type Lockfile = z.infer<typeof lockfile>;

export function readManifest(file: string | URL): Manifest {
  return manifest.parse(JSON.parse(readFileSync(file, "utf8")));
}

export function readLockfile(file: string): Lockfile {
  return lockfile.parse(JSON.parse(readFileSync(file, "utf8")));
}
