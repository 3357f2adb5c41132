/** What the manifest of a published package has to say, as far as it is checked before anything is published. */
export type Manifest = { name: string; version: string; repository?: { url: string } };

/** Names on the public npm registry that belong to packages of somebody else. */
const FOREIGN = ["caldav-mcp", "mealie-mcp"];

/** Why a package cannot be published yet, one sentence each. */
export function unready({ name, repository }: Manifest): string[] {
  return [
    ...(FOREIGN.includes(name)
      ? [
          `${name} is the name of somebody else's package on the npm registry; docs/releasing.md says how to choose another.`,
        ]
      : []),
    ...(repository === undefined
      ? [`${name} names no repository in its manifest, and provenance is checked against it.`]
      : []),
  ];
}

/** The section of a changelog that belongs to a version, without its heading. */
export function notesOf(changelog: string, version: string): string {
  const sections = changelog.split(/^## /m).slice(1);
  const section = sections.find((text) => text.split("\n", 1)[0] === version);
  if (section === undefined) throw new Error(`The changelog has no section "## ${version}".`);
  return `${section.slice(section.indexOf("\n")).trim()}\n`;
}
