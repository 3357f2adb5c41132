import { fileURLToPath } from "node:url";
import type { Account } from "../peers/peers.ts";
import type { ToolCall } from "./handshake.ts";
import { readManifest } from "./manifest.ts";
import type { Launch } from "./stdio-program.ts";

const PACKAGES = new URL("../../../../packages/", import.meta.url);

export type OwnName = "caldav-mcp" | "mealie-mcp";

export function versionOf(name: string): string {
  return readManifest(new URL(`${name}/package.json`, PACKAGES)).version ?? "";
}

/** The built program, as users start it. */
export function launchOwn(name: OwnName, { url, user, secret }: Account): Launch {
  const env =
    name === "caldav-mcp"
      ? {
          CALDAV_URL: url,
          CALDAV_USERNAME: user,
          CALDAV_PASSWORD: secret,
          CALDAV_ALLOW_PLAINTEXT: "true",
        }
      : { MEALIE_URL: url, MEALIE_API_TOKEN: secret, MEALIE_ALLOW_PLAINTEXT: "true" };
  return { args: [fileURLToPath(new URL(`${name}/dist/cli.js`, PACKAGES))], env };
}

/** A server on the same SDK, bundled the same way, with one tool that echoes; or with all that the SDK brings along. */
export function launchMinimal(bundle: "minimal" | "whole-sdk" = "minimal"): Launch {
  return { args: [fileURLToPath(new URL(`../../dist/${bundle}/server.js`, import.meta.url))], env: {} };
}

export function launchBareNode(): Launch {
  return { args: [fileURLToPath(new URL("bare-node.mjs", import.meta.url))], env: {} };
}

/** One page of all calendars: the first one of a window, or the one that a cursor leads to. */
export function listEvents(
  page: { from: string; to: string; limit?: number } | { cursor: string; limit?: number },
): ToolCall {
  return { name: "list_events", arguments: page };
}

export function getRecipe(slug: string): ToolCall {
  return { name: "get_recipe", arguments: { recipe: slug } };
}
