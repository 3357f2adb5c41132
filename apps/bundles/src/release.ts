import type { Server } from "./servers.ts";

/** Stands in names and addresses for whoever will publish them. */
const NOBODY = "OWNER";

/** Packages of this name on the public npm registry are somebody else's: an entry that names them would start their program. */
const TAKEN: ReadonlySet<string> = new Set(["caldav-mcp", "mealie-mcp"]);

/** What a package does not say yet and has to before it is published, one sentence each. */
export function unready({ command, manifest }: Pick<Server, "command" | "manifest">): string[] {
  const { name, mcpName, repository } = manifest;
  const file = `packages/${command}/package.json`;
  return [
    ...(TAKEN.has(name)
      ? [`The name in ${file} belongs to somebody else on npm; docs/releasing.md says what to write there.`]
      : []),
    ...(mcpName.split(/[./]/).includes(NOBODY)
      ? [`mcpName in ${file} still names ${NOBODY}; docs/releasing.md says what to write there.`]
      : []),
    ...(repository === undefined
      ? [`${file} has no repository, so that nobody could download the bundle by its address.`]
      : []),
  ];
}
