import type { Released } from "./files.ts";

/** Runs npm in the folder of the release. */
export type Npm = (args: string[]) => { status: number; output: string };

/**
 * Publishes each package whose version the registry does not have, the library first. A run that stopped half-way is repeated
 * from the beginning: what is there already is left alone.
 *
 * @returns what was published, as name@version
 */
export function publishAll(packages: readonly Released[], npm: Npm): string[] {
  const missing = packages.filter(({ name, version }) => !isThere(`${name}@${version}`, npm));
  return missing.map(({ name, version, tarball }) => {
    const { status } = npm(["publish", `./${tarball}`, "--access", "public", "--provenance"]);
    if (status !== 0)
      throw new Error(
        `npm did not publish ${name}@${version}, see above; run this again when the cause is gone.`,
      );
    return `${name}@${version}`;
  });
}

/** npm answers E404 for a package or a version that does not exist; any other failure says nothing about it. */
function isThere(version: string, npm: Npm): boolean {
  const { status, output } = npm(["view", version, "version", "--json"]);
  if (status === 0) return output.trim() !== "";
  if (/\bE404\b/.test(output)) return false;
  throw new Error(`npm could not say whether ${version} is there already, see above; nothing was published.`);
}
