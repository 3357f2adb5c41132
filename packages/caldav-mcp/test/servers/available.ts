import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export type ServerName = "sandbox" | "radicale" | "xandikos";

/** The program of a server; undefined when it is not on the PATH. */
export function programOf(name: ServerName, path = process.env["PATH"] ?? ""): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** REQUIRE_SERVERS: `1` or `true` for all of them, or names separated by commas. */
export function isRequired(name: ServerName, required = process.env["REQUIRE_SERVERS"] ?? ""): boolean {
  const names = required.split(",").map((one) => one.trim().toLowerCase());
  return names.includes("1") || names.includes("true") || names.includes(name);
}

/**
 * Whether tests against this server can run. A missing one is said on stderr, and is an error when REQUIRE_SERVERS
 * asks for it.
 */
export function isAvailable(name: ServerName): boolean {
  if (name === "sandbox" || programOf(name) !== undefined) return true;
  if (isRequired(name)) throw new Error(`REQUIRE_SERVERS asks for ${name}, but it is not installed.`);
  process.stderr.write(`skipped: ${name} is not installed; its part of the behaviour suite did not run\n`);
  return false;
}
