import { ConfigError } from "../errors.ts";

/** Whether the challenge of a 401 offers Digest (RFC 7616) and not Basic: old installations of Baïkal do. */
export const wantsOnlyDigest = (challenge: string | null): boolean =>
  challenge !== null && /\bdigest\b/i.test(challenge) && !/\bbasic\b/i.test(challenge);

export type Credentials =
  | { kind: "basic"; username: string; password: string }
  | { kind: "bearer"; token: string };

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/** What the parts are called in a sentence: the names of their variables, where there are any. */
export type CredentialNames = { username?: string; password?: string; token?: string };

/**
 * The value of the Authorization header: Basic in UTF-8 (RFC 7617 section 2.1), or Bearer (RFC 6750).
 *
 * @throws ConfigError that names the part and repeats none of the values.
 */
export const authorizationOf = (
  credentials: Credentials,
  {
    username: user = "The user name",
    password: pass = "The password",
    token = "The access token",
  }: CredentialNames = {},
): string => {
  if (credentials.kind === "bearer") {
    if (!/^[\u0021-\u007e]{1,8192}$/.test(credentials.token)) {
      throw new ConfigError(`${token} must be one run of visible ASCII characters, without spaces.`);
    }
    return `Bearer ${credentials.token}`;
  }
  const { username, password } = credentials;
  if (username.includes(":")) throw new ConfigError(`${user} must not contain a colon (RFC 7617).`);
  if (hasControl(username))
    throw new ConfigError(`${user} must not contain control characters or line breaks.`);
  if (hasControl(password))
    throw new ConfigError(`${pass} must not contain control characters or line breaks.`);
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
};
