import type { MealieReply } from "./reply.ts";
import type { MealieState, MealieUser } from "./state.ts";
import type { MealieVersion } from "./version.ts";

/** One request, as a route gets it. */
export type MealieRequest = {
  version: MealieVersion;
  state: MealieState;
  /** Who asks; undefined only on routes that need no token. */
  user: MealieUser | undefined;
  /** The parts of the path that the pattern names. */
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The parsed JSON body; undefined when there is none. */
  json: unknown;
  /** A multipart body. */
  form: FormData | undefined;
  /** Unix milliseconds. */
  now: number;
  newId: () => string;
};

/** One route: `GET /api/recipes/{slug}`. The first one that fits answers. */
export type MealieRoute = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path with named parts in braces. */
  pattern: string;
  /** Answers without a token. */
  open?: boolean;
  /** The versions that have it. Default: all. */
  versions?: readonly MealieVersion[];
  answer(request: MealieRequest): MealieReply;
};

/** The parameters of a path, or undefined when it does not fit the pattern. */
export function match(pattern: string, path: string): Record<string, string> | undefined {
  const wanted = pattern.split("/");
  const parts = path.split("/");
  if (wanted.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [index, piece] of wanted.entries()) {
    const part = parts[index] ?? "";
    const name = /^\{(\w+)\}$/.exec(piece)?.[1];
    if (name === undefined) {
      if (piece !== part) return undefined;
    } else params[name] = decodeURIComponent(part);
  }
  return params;
}
