import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import type { Variable } from "server-kit";

import { VARIABLES as calendarVariables } from "../../../packages/caldav-mcp/src/config.ts";
import { TOOLS as calendarTools } from "../../../packages/caldav-mcp/src/tools/index.ts";
import { VARIABLES as recipeVariables } from "../../../packages/mealie-mcp/src/config.ts";
import { TOOLS as recipeTools } from "../../../packages/mealie-mcp/src/tools/index.ts";
import { bowl, calendarPage } from "./icon/icons.ts";
import type { Layer } from "./icon/shapes.ts";

/** What a package says of itself. */
export type PackageManifest = {
  /** Its name on npm. */
  name: string;
  version: string;
  /** Its name in the MCP registry, which looks it up here to know that both have the same owner. */
  mcpName: string;
  description: string;
  keywords: string[];
  license: string;
  engines: { node: string };
  repository?: { type: string; url: string; directory?: string };
  homepage?: string;
};

/** One of the two servers, as its tables and its package describe it. */
export type Server = {
  /** The folder of its package, and its command. */
  command: string;
  title: string;
  /** One line of at most 100 characters, which is what the MCP registry takes. */
  line: string;
  /** Markdown, for the page that a client shows before it installs. */
  about: string;
  manifest: PackageManifest;
  variables: readonly Variable[];
  tools: readonly { name: string; description: string; guarded: boolean }[];
  icon: readonly Layer[];
};

function manifestOf(command: string): PackageManifest {
  const file = fileURLToPath(new URL(`../../../packages/${command}/package.json`, import.meta.url));
  const manifest: PackageManifest = JSON.parse(readFileSync(file, "utf8"));
  return manifest;
}

/** What both have in common, with the tools that ask. */
function aboutAsking(tools: Server["tools"]): string {
  const asking = tools.filter(({ guarded }) => guarded).map(({ name }) => `\`${name}\``);
  return [
    `${tools.length} tools. These ask a person first, in a dialog of the client, and do nothing without a yes: ${asking.join(", ")}.`,
    "A client that shows no dialogs gets a token instead, with which the model can make the call a second time. That proves two equal calls, and nothing about a person.",
    "It talks to the server that you name and to nobody else, and keeps nothing.",
  ].join("\n\n");
}

export const SERVERS: readonly Server[] = [
  {
    command: "caldav-mcp",
    title: "Calendar (CalDAV)",
    line: "Events, tasks and journals over CalDAV. A person is asked before what cannot be undone.",
    about: `Events, tasks and journal entries of a CalDAV account: Nextcloud, Radicale, iCloud, Fastmail and others.\n\n${aboutAsking(calendarTools)}`,
    manifest: manifestOf("caldav-mcp"),
    variables: calendarVariables,
    tools: calendarTools,
    icon: calendarPage,
  },
  {
    command: "mealie-mcp",
    title: "Recipes (Mealie)",
    line: "Recipes, meal plans and shopping lists of Mealie. A person is asked before what cannot be undone.",
    about: `Recipes, meal plans, shopping lists and cookbooks of a Mealie instance.\n\n${aboutAsking(recipeTools)}`,
    manifest: manifestOf("mealie-mcp"),
    variables: recipeVariables,
    tools: recipeTools,
    icon: bowl,
  },
];
