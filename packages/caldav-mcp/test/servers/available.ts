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

/** Where to look, what is demanded, and where to say what is missing. */
export type Surroundings = { path?: string; required?: string; say?: (line: string) => void };

/**
 * Whether tests against this server can run. A missing one is said on stderr, and is an error when REQUIRE_SERVERS
 * asks for it.
 */
export function isAvailable(name: ServerName, { path, required, say }: Surroundings = {}): boolean {
  if (name === "sandbox" || programOf(name, path) !== undefined) return true;
  if (isRequired(name, required)) {
    throw new Error(`REQUIRE_SERVERS asks for ${name}, but it is not installed.`);
  }
  const tell = say ?? ((line: string) => void process.stderr.write(line));
  tell(`skipped: ${name} is not installed; its part of the behaviour suite did not run\n`);
  return false;
}
