import { fileURLToPath } from "node:url";

/** The servers as they are built: what a client program starts. */
export const PROGRAMS = ["caldav-mcp", "mealie-mcp"] as const;

export type Program = (typeof PROGRAMS)[number];

export const cliOf = (program: Program): string =>
  fileURLToPath(new URL(`../../../packages/${program}/dist/cli.js`, import.meta.url));
