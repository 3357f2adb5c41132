import { createRequire } from "node:module";

import type { Environment } from "./environment.ts";
import { ConfigError } from "./errors.ts";

const MAX_FILE = 64 * 1024;
/** What Node makes of bytes in the environment that are not UTF-8. */
const NOT_UTF8 = "\uFFFD";

/** Reads a secret's file; may throw anything, nothing of which is repeated but the kind of a known failure. */
export type ReadSecretFile = (path: string) => string;

const readSmallFile: ReadSecretFile = (path) => {
  // An import of node:fs loads streams and promises as well; most starts read no file.
  const { readFileSync, statSync }: typeof import("node:fs") = createRequire(import.meta.url)("node:fs");
  // A device or a pipe could be read without end.
  const { size } = statSync(path);
  if (size > MAX_FILE) throw new RangeError("too large");
  // With replacement characters the secret would be another one; a byte order mark, as editors write it, is left out.
  return new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
};

const NO_SUCH_FILE = "there is no such file";
const WHY = new Map([
  ["ENOENT", NO_SUCH_FILE],
  ["ENOTDIR", NO_SUCH_FILE],
  ["EACCES", "this user may not read it"],
  ["EPERM", "this user may not read it"],
  ["EISDIR", "that is a folder"],
  ["ERR_ENCODING_INVALID_ENCODED_DATA", "that one is not UTF-8"],
]);

/** The usual reason: only a shell knows what `~` is, and a client starts programs in a folder of its own choice. */
const NOT_ABSOLUTE = "It has to be an absolute path: ~ and $HOME are not replaced here";

const whyUnread = (error: unknown, path: string): string => {
  if (error instanceof RangeError) return "; that one is larger";
  const why = error instanceof Error && "code" in error ? WHY.get(String(error.code)) : undefined;
  if (why === undefined) return "";
  const paths: typeof import("node:path") = createRequire(import.meta.url)("node:path");
  return why === NO_SUCH_FILE && !paths.isAbsolute(path) ? `; ${why}. ${NOT_ABSOLUTE}` : `; ${why}`;
};

/** Editors and `echo` end a file with a line break that is not part of the secret. */
const withoutFinalBreak = (text: string): string =>
  text.endsWith("\r\n") ? text.slice(0, -2) : text.endsWith("\n") ? text.slice(0, -1) : text;

const secretOf = (
  name: string,
  { direct, path }: { direct: string | undefined; path: string | undefined },
  readFile: ReadSecretFile,
): string | undefined => {
  const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";
  if (isSet(direct) && direct.includes(NOT_UTF8)) {
    throw new ConfigError(`${name} must be text in UTF-8; some of its bytes are not.`);
  }
  if (!isSet(path)) return isSet(direct) ? direct : undefined;
  if (isSet(direct)) throw new ConfigError(`${name} and ${name}_FILE are both set; set one of them.`);
  let text: string;
  try {
    text = withoutFinalBreak(readFile(path));
  } catch (error) {
    throw new ConfigError(
      `${name}_FILE must name a readable text file in UTF-8 of at most 64 KiB${whyUnread(error, path)}.`,
    );
  }
  if (text === "") throw new ConfigError(`${name}_FILE names an empty file.`);
  return text;
};

/**
 * Takes the named secrets, each from its variable or from the file that `<variable>_FILE` names, out of the
 * environment. They are gone from it before anything here can fail, so that neither an error report nor a child
 * process carries them.
 *
 * @returns the secrets that are set, by variable name
 * @throws ConfigError that names the variable and no value or path.
 */
export const takeSecrets = <Name extends string>(
  env: Environment,
  names: readonly Name[],
  { readFile = readSmallFile }: { readFile?: ReadSecretFile } = {},
): ReadonlyMap<Name, string> => {
  const taken = names.map((name) => {
    const given = { direct: env[name], path: env[`${name}_FILE`] };
    delete env[name];
    delete env[`${name}_FILE`];
    return { name, given };
  });
  const secrets = new Map<Name, string>();
  for (const { name, given } of taken) {
    const secret = secretOf(name, given, readFile);
    if (secret !== undefined) secrets.set(name, secret);
  }
  return secrets;
};
