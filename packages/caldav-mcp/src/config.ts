import {
  type AllowedHost,
  authorizationOf,
  type Credentials,
  ConfigError,
  type Environment,
  parseAllowedHost,
  readInteger,
  readList,
  readServerUrl,
  readSharedSettings,
  readStrictSwitch,
  readZone,
  type SharedSettings,
  sharedVariables,
  takeSecrets,
  type Variable,
} from "server-kit";

/** The account that the tools work on. */
export type Account = { url: URL; credentials: Credentials };

export type Config = SharedSettings & {
  /** Undefined until URL and credentials are given: the server starts and every call explains what is missing. */
  account: Account | undefined;
  /** The variables that are still missing for an account, for that explanation. */
  missing: readonly string[];
  /** CALDAV_CALENDARS: the calendars that may be touched; undefined means all. */
  calendars: readonly string[] | undefined;
  /** IANA name; read for local and floating times. */
  timezone: string;
  /** Own mail addresses, lower-case, beside those that the server names. */
  ownAddresses: readonly string[];
  /** Rows of a listing when the call gives no limit. */
  maxEvents: number;
  allowedHosts: readonly AllowedHost[];
};

const SECRETS = ["CALDAV_USERNAME", "CALDAV_PASSWORD", "CALDAV_TOKEN"] as const;

/** iCloud answers from numbered hosts beside the one that people configure (F10). */
const ICLOUD = { host: "caldav.icloud.com", partitions: "*.icloud.com" };

export const VARIABLES: readonly Variable[] = [
  {
    name: "CALDAV_URL",
    meaning:
      "Address of the calendar server, of an account on it, or of one of its calendars. It finds the account; CALDAV_CALENDARS limits it",
    valid:
      "a full address with https://, without user name, password, query (?) and fragment (#); http:// to this computer alone, unless CALDAV_ALLOW_PLAINTEXT is on",
    field: { kind: "text", title: "Calendar server", required: true, example: "https://dav.example.org" },
  },
  {
    name: "CALDAV_USERNAME",
    meaning: "User name, together with CALDAV_PASSWORD",
    valid: "a text without a colon and without control characters; not together with CALDAV_TOKEN",
    secret: true,
    field: { kind: "text", title: "User name" },
  },
  {
    name: "CALDAV_PASSWORD",
    meaning: "Password; an app password where the provider has them",
    valid: "a text without control characters; not together with CALDAV_TOKEN",
    secret: true,
    field: { kind: "text", title: "Password" },
  },
  {
    name: "CALDAV_TOKEN",
    meaning: "Access token, instead of user name and password",
    valid: "one run of visible ASCII characters; not together with CALDAV_USERNAME or CALDAV_PASSWORD",
    secret: true,
    field: { kind: "text", title: "Access token" },
  },
  {
    name: "CALDAV_CALENDARS",
    meaning: "Comma list of the calendars that may be touched: their paths, or the last parts of those",
    valid:
      "at least one entry: a path as --check lists it, or its last part where only one calendar has it; an entry that fits no calendar is reported",
    fallback: "all",
    field: { kind: "text", title: "Calendars", example: "personal, work" },
  },
  {
    name: "CALDAV_TIMEZONE",
    meaning: "IANA time zone for local times",
    valid: "an IANA name such as Europe/Berlin or UTC; offsets such as +02:00 are none",
    fallback: "UTC",
    field: { kind: "text", title: "Time zone", initial: "UTC", example: "Europe/Berlin" },
  },
  {
    name: "CALDAV_USER_EMAIL",
    meaning: "Comma list of your own mail addresses, by which invitations to you are known",
    valid: "mail addresses, with or without mailto:",
    fallback: "what the server says",
    field: { kind: "text", title: "Your mail addresses", example: "ada@example.org" },
  },
  {
    name: "CALDAV_MAX_EVENTS",
    meaning: "Rows of a listing when a call names no number, 1 to 500",
    valid: "a whole number from 1 to 500",
    fallback: "100",
    field: { kind: "number", title: "Rows of a listing", initial: 100, min: 1, max: 500 },
  },
  {
    name: "CALDAV_ALLOW_HOSTS",
    meaning:
      "Comma list of further hosts that the server may point to; *.example.org means those one level below it",
    valid: "host names, or *. and a name for the hosts one level below it; no addresses of numbers, no ports",
    fallback: "none",
    field: { kind: "text", title: "Further hosts", example: "dav.example.org" },
  },
  ...sharedVariables("CALDAV"),
];

/**
 * Reads the settings, and takes the credentials out of the environment before anything can fail.
 *
 * @throws ConfigError or GuardUsageError with one line that names the variable and the valid values
 */
export function readConfig(env: Environment): Config {
  const secrets = takeSecrets(env, SECRETS);
  const plaintextSwitch = "CALDAV_ALLOW_PLAINTEXT";
  const url = readServerUrl(env, "CALDAV_URL", {
    allowPlaintext: readStrictSwitch(env, plaintextSwitch),
    plaintextSwitch,
  });
  const credentials = credentialsFrom(secrets);
  return {
    account: url !== undefined && credentials !== undefined ? { url, credentials } : undefined,
    missing: missingFrom(url, secrets),
    calendars: readList(env, "CALDAV_CALENDARS", { whenEmpty: "refuse" }),
    timezone: readZone(env, "CALDAV_TIMEZONE", { fallback: "UTC" }),
    ownAddresses: readAddresses(env),
    maxEvents: readInteger(env, "CALDAV_MAX_EVENTS", { min: 1, max: 500, fallback: 100 }),
    allowedHosts: readHosts(env, url),
    ...readSharedSettings(env, "CALDAV"),
  };
}

/** Which variables are still to be set, for the person who runs the server. */
export function missingText({ missing }: Pick<Config, "missing">): string {
  const names =
    missing.length > 1 ? `${missing.slice(0, -1).join(", ")} and ${missing.at(-1)}` : missing.join("");
  return `There is no calendar account yet: ${names} ${missing.length === 1 ? "is" : "are"} not set.`;
}

/** What a tool answers as long as there is no account; it names variables, since nothing is protected by hiding them. */
export function setUpText({ missing }: Pick<Config, "missing">): string {
  return [
    missingText({ missing }),
    "Nothing was read or changed.",
    "The person who runs it sets CALDAV_URL, and CALDAV_USERNAME with CALDAV_PASSWORD (an app password where the provider has them) or CALDAV_TOKEN, in the environment of this server, and starts it again.",
    "Never ask for a password in the conversation.",
  ].join(" ");
}

type Secrets = ReadonlyMap<(typeof SECRETS)[number], string>;

function credentialsFrom(secrets: Secrets): Credentials | undefined {
  const username = secrets.get("CALDAV_USERNAME");
  const password = secrets.get("CALDAV_PASSWORD");
  const token = secrets.get("CALDAV_TOKEN");
  if (token !== undefined && (username !== undefined || password !== undefined)) {
    throw new ConfigError(
      "CALDAV_TOKEN is set together with CALDAV_USERNAME or CALDAV_PASSWORD; set the token or the other two.",
    );
  }
  if (token !== undefined) return usable({ kind: "bearer", token });
  if (username === undefined || password === undefined) return undefined;
  return usable({ kind: "basic", username, password });
}

/** Refuses credentials that no header can carry, by the name of their variable. */
function usable(credentials: Credentials): Credentials {
  authorizationOf(credentials, {
    username: "CALDAV_USERNAME",
    password: "CALDAV_PASSWORD",
    token: "CALDAV_TOKEN",
  });
  return credentials;
}

function missingFrom(url: URL | undefined, secrets: Secrets): string[] {
  const missing = url === undefined ? ["CALDAV_URL"] : [];
  if (secrets.has("CALDAV_TOKEN")) return missing;
  const pair = ["CALDAV_USERNAME", "CALDAV_PASSWORD"] as const;
  return [...missing, ...pair.filter((name) => !secrets.has(name))];
}

function readHosts(env: Environment, url: URL | undefined): AllowedHost[] {
  const variable = "CALDAV_ALLOW_HOSTS";
  const named = readList(env, variable, { whenEmpty: "unset" }) ?? [];
  const builtIn = url?.hostname === ICLOUD.host ? [ICLOUD.partitions] : [];
  return [...builtIn, ...named].map((entry) => parseAllowedHost(entry, variable));
}

function readAddresses(env: Environment): string[] {
  const addresses = readList(env, "CALDAV_USER_EMAIL", { whenEmpty: "unset" }) ?? [];
  return addresses.map((address) => {
    const bare = address.toLowerCase().replace(/^mailto:/, "");
    if (/^[^\s@]{1,128}@[^\s@]{1,128}$/.test(bare)) return bare;
    throw new ConfigError(
      "CALDAV_USER_EMAIL must be a comma list of mail addresses such as name@example.org.",
    );
  });
}
