import { readFileSync } from "node:fs";
import { join } from "node:path";

/** One package of a release: its notes, and the files of the folder that belong to it. */
export type Released = {
  name: string;
  version: string;
  tarball: string;
  files: readonly string[];
  notes: string;
};

/** What `pack.ts` writes beside the files, so that later steps need neither a build nor a checkout to know what they have. */
export const LIST = "release.json";

export function readRelease(folder: string): Released[] {
  const { packages }: { packages: Released[] } = JSON.parse(readFileSync(join(folder, LIST), "utf8"));
  return packages;
}
