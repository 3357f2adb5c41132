import { ConfigError } from "../errors.ts";

export type Credentials =
  | { kind: "basic"; username: string; password: string }
  | { kind: "bearer"; token: string };

const hasControl = (text: string): boolean => /[\u0000-\u001f\u007f]/.test(text);

/**
 * The value of the Authorization header: Basic in UTF-8 (RFC 7617 section 2.1), or Bearer (RFC 6750).
 *
 * @throws ConfigError that repeats none of the values.
 */
export const authorizationOf = (credentials: Credentials): string => {
  if (credentials.kind === "bearer") {
    if (!/^[\u0021-\u007e]{1,8192}$/.test(credentials.token)) {
      throw new ConfigError("The access token must be one run of visible ASCII characters, without spaces.");
    }
    return `Bearer ${credentials.token}`;
  }
  const { username, password } = credentials;
  if (username.includes(":")) throw new ConfigError("The user name must not contain a colon (RFC 7617).");
  if (hasControl(username) || hasControl(password)) {
    throw new ConfigError("User name and password must not contain control characters or line breaks.");
  }
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
};
