import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

export const SERVER_NAMES = ["sandbox", "radicale", "xandikos", "cyrus"] as const;

export type ServerName = (typeof SERVER_NAMES)[number];

/** The programs that a server consists of here. */
const PROGRAMS = {
  sandbox: [],
  radicale: ["radicale"],
  xandikos: ["xandikos"],
  cyrus: ["master", "httpd", "imapd", "notifyd", "ctl_cyrusdb", "saslpasswd2"],
} as const satisfies Record<ServerName, readonly string[]>;

export type Program = (typeof PROGRAMS)[ServerName][number];

/** Debian keeps the parts of Cyrus off the PATH, and an ordinary user's PATH may lack the folders of root. */
const FOLDERS_OF_CYRUS = ["/usr/lib/cyrus/bin", "/usr/sbin"];

function searchPath(program: Program): string {
  const onPath = process.env["PATH"] ?? "";
  const ofCyrus: readonly string[] = PROGRAMS.cyrus;
  return ofCyrus.includes(program) ? [...FOLDERS_OF_CYRUS, onPath].join(delimiter) : onPath;
}

/** Where a program lies; undefined when it is not installed. */
export function programOf(program: Program, path = searchPath(program)): string | undefined {
  return path
    .split(delimiter)
    .map((folder) => join(folder, program))
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
  const missing = PROGRAMS[name].filter((program) => programOf(program, path) === undefined);
  if (missing.length === 0) return true;
  const what = `${name} is not installed (missing: ${missing.join(", ")})`;
  if (isRequired(name, required)) throw new Error(`REQUIRE_SERVERS asks for ${name}, but ${what}.`);
  const tell = say ?? ((line: string) => void process.stderr.write(line));
  tell(`skipped: ${what}; its part of the behaviour suite did not run\n`);
  return false;
}
