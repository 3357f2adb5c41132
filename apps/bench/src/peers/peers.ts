import { fileURLToPath } from "node:url";
import type { ToolCall } from "../programs/handshake.ts";

/** A calendar or a recipe server on this machine, and the account on it that a program gets. */
export type Account = { url: string; user: string; secret: string };

/** Which calendar is listed, and the month as UTC times of ISO 8601; `to` is no longer in it. */
export type Listing = { calendarUrl: string; from: string; to: string };

/** A server that a user could pick instead of ours. */
export type Peer = {
  /** Its name on npm; its exact version stands in `peers/NAME/package.json`. */
  name: string;
  serves: "calendar" | "recipes";
  /** What `node` runs, inside the package. */
  file: string;
  env: (account: Account) => Record<string, string>;
  listEvents?: (listing: Listing) => ToolCall;
  getRecipe?: (slug: string) => ToolCall;
};

/** All that were found on npm, run on Node alone, speak over stdio and work with a server on this machine. */
export const PEERS: readonly Peer[] = [
  {
    name: "caldav-mcp",
    serves: "calendar",
    file: "dist/index.js",
    env: ({ url, user, secret }) => ({
      CALDAV_BASE_URL: url,
      CALDAV_USERNAME: user,
      CALDAV_PASSWORD: secret,
    }),
    listEvents: ({ calendarUrl, from, to }) => ({
      name: "list-events",
      arguments: { calendarUrl: new URL(calendarUrl).pathname, start: from, end: to },
    }),
  },
  {
    name: "mealie-mcp",
    serves: "recipes",
    file: "dist/index.js",
    // It would ask the instance for its interface description at each start; the one that it brings is quicker.
    env: ({ url, secret }) => ({
      MEALIE_BASE_URL: url,
      MEALIE_API_TOKEN: secret,
      MEALIE_USE_BUNDLED_SPEC: "true",
    }),
    getRecipe: (slug) => ({ name: "recipe_crud_get_one", arguments: { slug } }),
  },
  {
    name: "mealie-mcp-server",
    serves: "recipes",
    file: "dist/index.js",
    env: ({ url, secret }) => ({ MEALIE_BASE_URL: url, MEALIE_API_KEY: secret }),
    getRecipe: (slug) => ({ name: "get_recipe_concise", arguments: { slug } }),
  },
  {
    name: "mealie-mcp-server-ts",
    serves: "recipes",
    file: "dist/index.js",
    env: ({ url, secret }) => ({ MEALIE_BASE_URL: url, MEALIE_API_KEY: secret }),
    getRecipe: (slug) => ({ name: "get_recipe_concise", arguments: { slug } }),
  },
];

export function folderOf({ name }: Pick<Peer, "name">): string {
  return fileURLToPath(new URL(`../../peers/${name}/`, import.meta.url));
}
