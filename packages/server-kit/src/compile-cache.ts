/**
 * Keeps what Node compiles of a program for its next start, in a folder of the user's own. In the shared temporary
 * folder, which is Node's default, another user of the computer could put code before us.
 *
 * It is loaded before everything else, so it imports nothing. A Node that lacks a part of it (before 22.3) starts without.
 *
 * @module
 */

/** The parts of `process` that are looked at; `getuid` is absent on Windows, where the access lists of a profile decide. */
export type CompileCacheHost = Pick<NodeJS.Process, "env" | "platform"> &
  Partial<Pick<NodeJS.Process, "getuid" | "getBuiltinModule">>;

/**
 * One program on one Node has about twenty files there. New versions of either leave the old ones behind: when there are
 * more than this, all of them go.
 */
const MOST_FILES = 100;

/** Node writes when it ends; a program that is killed has written by then. */
const WRITTEN_AFTER_MS = 5_000;

/** Lets Node keep and use compiled code. Whatever is in the way of it costs time and nothing else; nothing is said. */
export const keepCompiled = (program: string, host: CompileCacheHost): void => {
  if (isSet(host.env["NODE_COMPILE_CACHE"]) || isSet(host.env["NODE_DISABLE_COMPILE_CACHE"])) return;
  try {
    const module = host.getBuiltinModule?.("node:module");
    const folder = compiledFolder(program, host);
    if (module === undefined || folder === undefined) return;
    module.enableCompileCache(folder);
    // Since 22.10.
    if ("flushCompileCache" in module) setTimeout(() => module.flushCompileCache(), WRITTEN_AFTER_MS).unref();
  } catch {
    // A disk that is full or read-only, a file where a folder should be.
  }
};

/**
 * The folder for compiled code, made if it has to be; undefined where there is none that nobody else can write to.
 *
 * @throws whatever the file system has against it
 */
export const compiledFolder = (program: string, host: CompileCacheHost): string | undefined => {
  const fs = host.getBuiltinModule?.("node:fs");
  const path = host.getBuiltinModule?.("node:path");
  if (fs === undefined || path === undefined) return undefined;
  const place = cachePlace(host, (each) => path.isAbsolute(each));
  if (place === undefined) return undefined;

  const made = (within: string, name: string): string => {
    const folder = path.join(within, name);
    if (fs.lstatSync(folder, { throwIfNoEntry: false }) === undefined) fs.mkdirSync(folder, { mode: 0o700 });
    return folder;
  };
  const uid = host.getuid?.();
  const isHeldUpwards = (from: string): boolean =>
    upwards(from, (each) => path.dirname(each)).every((folder) => isHeld(fs.lstatSync(folder), uid));
  // Before anything is made: a `.cache` of root's in somebody's home would shut out every other program of theirs.
  if (!isHeldUpwards(fs.realpathSync(place.existing))) return undefined;
  // Links on the way there are the user's own affair; what they lead to is looked at, and used.
  const caches = fs.realpathSync(place.below.reduce(made, place.existing));
  if (!isHeldUpwards(caches)) return undefined;
  const own = made(caches, program);
  const folder = made(own, "compiled-code");
  if (![own, folder].every((each) => isOurs(fs.lstatSync(each), uid))) return undefined;
  if (fs.readdirSync(folder, { recursive: true }).length > MOST_FILES) {
    fs.rmSync(folder, { recursive: true });
    made(own, "compiled-code");
  }
  return folder;
};

const isSet = (value: string | undefined): value is string => value !== undefined && value !== "";

/** Where the system keeps caches of this user: a folder that has to be there, and the ones below it. */
const cachePlace = (
  { env, platform }: CompileCacheHost,
  isAbsolute: (path: string) => boolean,
): { existing: string; below: readonly string[] } | undefined => {
  const at = (existing: string | undefined, ...below: string[]) =>
    existing !== undefined && isAbsolute(existing) ? { existing, below } : undefined;
  if (platform === "win32") return at(env["LOCALAPPDATA"]);
  if (platform === "darwin") return at(env["HOME"], "Library", "Caches");
  // XDG Base Directory Specification: a relative path is to be ignored.
  return at(env["XDG_CACHE_HOME"]) ?? at(env["HOME"], ".cache");
};

const upwards = (folder: string, parentOf: (path: string) => string): string[] => {
  const parent = parentOf(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent, parentOf)];
};

type Stats = { isDirectory(): boolean; uid: number; mode: number };

const WRITABLE_BY_OTHERS = 0o022;
/** In such a folder, as /tmp is one, nobody can rename or remove what belongs to somebody else. */
const STICKY = 0o1000;

/** A folder in which nobody but this user and root can replace what is there. */
const isHeld = ({ uid, mode }: Stats, user: number | undefined): boolean =>
  user === undefined ||
  ((uid === user || uid === 0) && ((mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0));

/** A folder, no link, of this user, to which nobody else can write. */
const isOurs = (stats: Stats, user: number | undefined): boolean =>
  stats.isDirectory() &&
  (user === undefined || (stats.uid === user && (stats.mode & WRITABLE_BY_OTHERS) === 0));
