/** A package of the workspace, as far as releases are concerned. */
export type Member = {
  name: string;
  private?: boolean;
  devDependencies?: Record<string, string>;
};

/** What changesets would release: `type` is none where a package only names another one. */
export type Plan = { releases: readonly { name: string; type: string; newVersion: string }[] };

const LIBRARY = "confirm-guard";

/**
 * The changeset that lets every package which bundles confirm-guard follow its release, or undefined when there is none.
 * Changesets raises no package for a development dependency, and in a bundle that is where the code comes from.
 */
export function followingChangeset(plan: Plan, members: readonly Member[]): string | undefined {
  const library = plan.releases.find(({ name, type }) => name === LIBRARY && type !== "none");
  const followers = members
    .filter((member) => member.private !== true && Object.hasOwn(member.devDependencies ?? {}, LIBRARY))
    .map(({ name }) => name)
    .toSorted();
  if (library === undefined || followers.length === 0) return undefined;
  const raised = followers.map((name) => `"${name}": patch`).join("\n");
  return `---\n${raised}\n---\n\nCarries \`${LIBRARY}\` ${library.newVersion}.\n`;
}
