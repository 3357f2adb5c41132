import {
  authorizationOf,
  ConfigError,
  type Environment,
  readServerUrl,
  readSharedSettings,
  readStrictSwitch,
  readText,
  readZone,
  type SharedSettings,
  sharedVariables,
  takeSecrets,
  type Variable,
} from "server-kit";

/** The instance that the tools work on, and the API token of one of its users. */
export type Account = { url: URL; token: string };

export type Config = SharedSettings & {
  /** Undefined until address and token are given: the server starts and every call explains what is missing. */
  account: Account | undefined;
  /** The variables that are still missing for an account, for that explanation. */
  missing: readonly string[];
  /** IANA name; says which day is today. */
  timezone: string;
  /** Accept-Language for what Mealie translates, such as errors; undefined leaves it to Mealie. */
  acceptLanguage: string | undefined;
};

export const VARIABLES: readonly Variable[] = [
  {
    name: "MEALIE_URL",
    meaning: "Address of the Mealie instance, as a browser shows it",
    valid:
      "a full address with https://, without user name, password, query (?) and fragment (#); http:// to this computer alone, unless MEALIE_ALLOW_PLAINTEXT is on",
    field: {
      kind: "text",
      title: "Address of Mealie",
      required: true,
      example: "https://mealie.example.org",
    },
  },
  {
    name: "MEALIE_API_TOKEN",
    meaning:
      "API token of your Mealie user, made under Profile, API Tokens; those show once Show advanced features is ticked in User Settings",
    valid: "one run of visible ASCII characters",
    secret: true,
    field: { kind: "text", title: "API token", required: true },
  },
  {
    name: "MEALIE_TIMEZONE",
    meaning: "IANA time zone that says which day is today",
    valid: "an IANA name such as Europe/Berlin or UTC; offsets such as +02:00 are none",
    fallback: "UTC",
    field: { kind: "text", title: "Time zone", initial: "UTC", example: "Europe/Berlin" },
  },
  {
    name: "MEALIE_ACCEPT_LANGUAGE",
    meaning: "Language of what Mealie itself says, such as de or en-GB",
    valid: "one language tag",
    fallback: "Mealie's own",
    field: { kind: "text", title: "Language of Mealie's messages", example: "de" },
  },
  ...sharedVariables("MEALIE"),
];

/**
 * Reads the settings, and takes the token out of the environment before anything can fail.
 *
 * @throws ConfigError or GuardUsageError with one line that names the variable and the valid values
 */
export function readConfig(env: Environment): Config {
  const token = takeSecrets(env, ["MEALIE_API_TOKEN"]).get("MEALIE_API_TOKEN")?.trim();
  const plaintextSwitch = "MEALIE_ALLOW_PLAINTEXT";
  const url = readServerUrl(env, "MEALIE_URL", {
    allowPlaintext: readStrictSwitch(env, plaintextSwitch),
    plaintextSwitch,
  });
  if (token !== undefined) authorizationOf({ kind: "bearer", token }, { token: "MEALIE_API_TOKEN" });
  return {
    account: url === undefined || token === undefined ? undefined : { url, token },
    missing: [
      ...(url === undefined ? ["MEALIE_URL"] : []),
      ...(token === undefined ? ["MEALIE_API_TOKEN"] : []),
    ],
    timezone: readZone(env, "MEALIE_TIMEZONE", { fallback: "UTC" }),
    acceptLanguage: readLanguage(env),
    ...readSharedSettings(env, "MEALIE"),
  };
}

/** Which variables are still to be set, for the person who runs the server. */
export function missingText({ missing }: Pick<Config, "missing">): string {
  return `There is no Mealie account yet: ${missing.join(" and ")} ${missing.length === 1 ? "is" : "are"} not set.`;
}

/** What a tool answers as long as there is no account; it names variables, since nothing is protected by hiding them. */
export function setUpText({ missing }: Pick<Config, "missing">): string {
  return [
    missingText({ missing }),
    "Nothing was read or changed.",
    "The person who runs it makes an API token in Mealie (Profile, API Tokens, which show once Show advanced features is ticked in User Settings), sets MEALIE_URL and MEALIE_API_TOKEN in the environment of this server, and starts it again.",
    "Never ask for a token in the conversation.",
  ].join(" ");
}

const LANGUAGE = /^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/;

/** @throws ConfigError unless it is one language tag */
function readLanguage(env: Environment): string | undefined {
  const language = readText(env, "MEALIE_ACCEPT_LANGUAGE");
  if (language === undefined || LANGUAGE.test(language)) return language;
  throw new ConfigError("MEALIE_ACCEPT_LANGUAGE must be one language tag such as de or en-GB.");
}
