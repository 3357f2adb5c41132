import { ConfigError } from "../errors.ts";

/** Extra hosts that redirects and links may lead to: exact, or any host exactly one label below `suffix`. */
export type AllowedHost = { kind: "exact"; host: string } | { kind: "one-level"; suffix: string };

const MAX_NAME = 253;
const NAME = /^[a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63})+$/;

/**
 * Reads one entry of a host list, `dav.example.org` or `*.example.org`. Port, scheme, path and address literals are
 * refused: such a host is reached on port 443 over https only, under the name its certificate carries.
 *
 * @throws ConfigError naming `variable`.
 */
export const parseAllowedHost = (entry: string, variable: string): AllowedHost => {
  const text = entry.trim().toLowerCase();
  const wildcard = text.startsWith("*.");
  const name = wildcard ? text.slice(2) : text;
  const numeric = /^[0-9.]+$/;
  if (name.length > MAX_NAME || !NAME.test(name) || numeric.test(name)) {
    throw new ConfigError(
      `${variable}: each entry is a host name such as dav.example.org, or *.example.org for the hosts one level below it.`,
    );
  }
  return wildcard ? { kind: "one-level", suffix: `.${name}` } : { kind: "exact", host: name };
};

const matches = (allowed: AllowedHost, host: string): boolean => {
  if (allowed.kind === "exact") return host === allowed.host;
  if (!host.endsWith(allowed.suffix)) return false;
  const label = host.slice(0, -allowed.suffix.length);
  return label !== "" && !label.includes(".");
};

/** Where requests may go, and with them the credentials. */
export type Reach = {
  /** True for the configured origin, its https form on the default port, and an allowed host on https port 443. */
  allows(url: URL): boolean;
};

/** `configured` is the address from the settings; only its origin counts. */
export const reachOf = (configured: URL, allowedHosts: readonly AllowedHost[] = []): Reach => {
  const origins = new Set([configured.origin]);
  // A URL that says nothing about its port: the server may move the same host from http to https.
  if (configured.protocol === "http:" && configured.port === "") {
    origins.add(`https://${configured.host}`);
  }
  return {
    allows: (url) => {
      // The origin of a blob: address is that of the page that made it, so the scheme is looked at first.
      if (url.protocol !== "https:" && url.protocol !== "http:") return false;
      if (url.username !== "" || url.password !== "") return false;
      if (origins.has(url.origin)) return true;
      return (
        url.protocol === "https:" &&
        url.port === "" &&
        allowedHosts.some((allowed) => matches(allowed, url.hostname))
      );
    },
  };
};
