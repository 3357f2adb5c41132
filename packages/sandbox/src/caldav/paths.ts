/** What a path names; whether it exists is the store's business. */
export type Target =
  | { kind: "well-known" }
  | { kind: "root" }
  | { kind: "principal"; user: string }
  | { kind: "home"; user: string }
  | { kind: "calendar"; user: string; calendar: string }
  | { kind: "resource"; user: string; calendar: string; name: string };

export const rootPath = "/";
export const principalPath = (user: string): string => `/principals/${encodeURIComponent(user)}/`;
export const homePath = (user: string): string => `/calendars/${encodeURIComponent(user)}/`;
export const calendarPath = (user: string, calendar: string): string =>
  `${homePath(user)}${encodeURIComponent(calendar)}/`;
export const resourcePath = (user: string, calendar: string, name: string): string =>
  `${calendarPath(user, calendar)}${encodeURIComponent(name)}`;

function decoded(segment: string): string | undefined {
  try {
    const text = decodeURIComponent(segment);
    return text === "" || text === "." || text === ".." || /[/\\\p{Cc}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Reads a request path. Dot segments, empty segments and encoded slashes name nothing. */
export function parsePath(path: string): Target | undefined {
  const [bare = ""] = path.split("?", 1);
  if (bare === "/") return { kind: "root" };
  if (bare === "/.well-known/caldav" || bare === "/.well-known/caldav/") return { kind: "well-known" };
  if (!bare.startsWith("/")) return undefined;

  const isCollection = bare.endsWith("/");
  const segments = bare.slice(1, isCollection ? -1 : undefined).split("/");
  const names = segments.map(decoded);
  if (names.includes(undefined)) return undefined;
  const [area, user, calendar, name, ...rest] = names;
  if (user === undefined || rest.length > 0) return undefined;
  if (area === "principals") return calendar === undefined ? { kind: "principal", user } : undefined;
  if (area !== "calendars") return undefined;
  if (calendar === undefined) return { kind: "home", user };
  if (name === undefined) return { kind: "calendar", user, calendar };
  return isCollection ? undefined : { kind: "resource", user, calendar, name };
}

/** The path of an href or Destination value, if it stays on this server. */
export function localPath(reference: string, authorities: ReadonlySet<string>): string | undefined {
  if (reference.startsWith("/") && !reference.startsWith("//")) return reference;
  const match = /^http:\/\/(?<authority>[^/?#]*)(?<path>\/.*)?$/i.exec(reference);
  const authority = match?.groups?.["authority"]?.toLowerCase();
  if (authority === undefined || !authorities.has(authority)) return undefined;
  return match?.groups?.["path"] ?? "/";
}
