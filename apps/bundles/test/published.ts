import type { Server } from "../src/servers.ts";

/** The server as somebody would publish it. */
export function published(server: Server): Server {
  const { manifest, command } = server;
  const url = "git+https://github.com/ada/confirm-guard.git";
  return {
    ...server,
    manifest: {
      ...manifest,
      name: `@ada/${command}`,
      mcpName: `io.github.ada/${command}`,
      repository: { type: "git", url, directory: `packages/${command}` },
      homepage: "https://ada.example.org/",
    },
  };
}
