import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { TestServer } from "./test-server.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** How to start the built caldav-mcp for a server: the target that `connect` of confirm-guard/testing takes. */
export type CaldavMcpTarget = { command: string; args: string[]; env: Record<string, string> };

/** `env` adds to the account's variables or overrides them; nothing of the test run's environment gets in. */
export function startCaldavMcp(
  server: Pick<TestServer, "url" | "user" | "password">,
  { env = {} }: { env?: Record<string, string> } = {},
): CaldavMcpTarget {
  if (!existsSync(CLI)) throw new Error("caldav-mcp has not been built: run the build first.");
  return {
    command: process.execPath,
    args: [CLI],
    env: {
      CALDAV_URL: server.url,
      CALDAV_USERNAME: server.user,
      CALDAV_PASSWORD: server.password,
      CALDAV_ALLOW_PLAINTEXT: "true",
      ...env,
    },
  };
}
