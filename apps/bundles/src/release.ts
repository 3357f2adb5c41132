import { unready as unreadyPackage } from "../../../scripts/release/ready.ts";
import type { Server } from "./servers.ts";

/** Stands in `mcpName` for whoever will publish. */
const NOBODY = "OWNER";

/** What a package has to say before it, its bundle and its entry in the MCP registry are published, one sentence each. */
export function unready({ manifest }: Pick<Server, "manifest">): string[] {
  const { name, mcpName } = manifest;
  return [
    ...unreadyPackage(manifest),
    ...(mcpName.split(/[./]/).includes(NOBODY)
      ? [`The mcpName of ${name} still names ${NOBODY}; docs/releasing.md says what to write there.`]
      : []),
  ];
}
