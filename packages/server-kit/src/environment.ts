import { ConfigError } from "./errors.ts";

/** Settings as the process got them; the program passes its environment, tests pass an object. */
export type Environment = Record<string, string | undefined>;

/** The trimmed value, or undefined when the variable is unset, empty or blank. */
export const readText = (env: Environment, name: string): string | undefined => {
  const text = env[name]?.trim();
  return text === undefined || text === "" ? undefined : text;
};

/**
 * A switch that lifts a protection: on for exactly `true`, off for `false` or nothing. Anything else is refused, so
 * that nobody lifts a protection, or believes it lifted, by a guess.
 *
 * @throws ConfigError
 */
export const readStrictSwitch = (env: Environment, name: string): boolean => {
  const value = env[name] ?? "";
  if (value === "true") return true;
  if (value === "" || value === "false") return false;
  throw new ConfigError(`${name} must be exactly true, or false, or unset.`);
};

const YES = new Set(["1", "true", "yes"]);
const NO = new Set(["0", "false", "no"]);

/**
 * A switch that adds a protection: on for 1, true or yes in any case. What is neither yes nor no is refused, since a
 * protection that silently stays off is worse than a server that does not start.
 *
 * @throws ConfigError
 */
export const readTolerantSwitch = (env: Environment, name: string): boolean => {
  const value = readText(env, name)?.toLowerCase();
  if (value === undefined || NO.has(value)) return false;
  if (YES.has(value)) return true;
  throw new ConfigError(
    `${name} must be 1, true or yes to switch it on; 0, false, no or unset to leave it off.`,
  );
};

/** @throws ConfigError unless the value is a whole number from `min` to `max`. */
export const readInteger = (
  env: Environment,
  name: string,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number => {
  const text = readText(env, name);
  if (text === undefined) return fallback;
  const value = /^[0-9]{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}.`);
};

/**
 * A comma-separated list, its entries trimmed. Undefined when the variable is unset; `whenEmpty` decides what a
 * variable means that is set and empty or blank, as a form leaves it. Commas without a name are refused in any case:
 * whoever writes `,` for a list of tools may mean none, and must not get all.
 *
 * @throws ConfigError
 */
export const readList = (
  env: Environment,
  name: string,
  { whenEmpty }: { whenEmpty: "unset" | "refuse" },
): readonly string[] | undefined => {
  const value = env[name];
  if (value === undefined) return undefined;
  const entries = value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
  if (entries.length > 0) return entries;
  if (whenEmpty === "unset" && value.trim() === "") return undefined;
  throw new ConfigError(
    `${name} is set but names nothing. Name at least one entry, separated by commas, or unset it.`,
  );
};

const LOOPBACK = /^(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])$/;

/** Whether what is sent there, the credentials among it, crosses a network unencrypted. */
export const isInTheClear = ({ protocol, hostname }: URL): boolean =>
  protocol === "http:" && !LOOPBACK.test(hostname);

/**
 * The address of the server. Plain http is for this computer itself, or for whoever set `plaintextSwitch`: it shows
 * the credentials to everybody on the way.
 *
 * @throws ConfigError that never repeats the address, which may carry a password.
 */
export const readServerUrl = (
  env: Environment,
  name: string,
  { allowPlaintext, plaintextSwitch }: { allowPlaintext: boolean; plaintextSwitch: string },
): URL | undefined => {
  const text = readText(env, name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "https:" && url.protocol !== "http:")) {
    throw new ConfigError(
      `${name} must be a full address that begins with https:// or http://, such as https://cloud.example.org/.`,
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ConfigError(
      `${name} must not contain a user name or password; they have variables of their own.`,
    );
  }
  if (url.search !== "" || url.hash !== "" || text.includes("?") || text.includes("#")) {
    throw new ConfigError(`${name} must not contain a query (?) or a fragment (#).`);
  }
  if (isInTheClear(url) && !allowPlaintext) {
    throw new ConfigError(
      `${name} must begin with https://, since http:// sends the credentials unencrypted; ${plaintextSwitch}=true accepts that.`,
    );
  }
  return url;
};

/** True for a name that this Node knows as a time zone; offsets such as +02:00 are not zones. */
export const isZoneName = (name: string): boolean => {
  if (name.length > 64 || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return Intl.DateTimeFormat("en", { timeZone: name }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
};

/** @throws ConfigError unless the value is an IANA time zone name. */
export const readZone = (env: Environment, name: string, { fallback }: { fallback: string }): string => {
  const zone = readText(env, name);
  // The first look at any zone loads ICU's data, a tenth of a cold start; nobody needs it to know the fallback.
  if (zone === undefined) return fallback;
  if (isZoneName(zone)) return zone;
  throw new ConfigError(`${name} must be an IANA time zone name such as Europe/Berlin or UTC.`);
};
