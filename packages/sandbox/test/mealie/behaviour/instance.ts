import { startStandIn } from "../../../src/mealie/stand-in.ts";
import type { MealieVersion } from "../../../src/mealie/version.ts";

export type Answer = {
  status: number;
  /** Without its parameters. */
  type: string;
  /** The body; a text when it is no JSON. */
  body: unknown;
};

/** A Mealie that the rules are tried on: a stand-in, or a real one. */
export type Instance = {
  version: MealieVersion;
  send(method: string, path: string, json?: unknown): Promise<Answer>;
  /** A recipe with a name of this run. */
  recipe(name: string): Promise<{ id: string; slug: string; name: string }>;
  /** A record of this run on a route that makes one of a name, such as `/api/foods`. */
  make(path: string, name: string, more?: object): Promise<{ id: string; name: string; slug: string }>;
  /** A name that nothing else has. */
  named(name: string): string;
  /** Takes away what was made. */
  close(): Promise<void>;
};

const MOST_RECIPES = 50;

/**
 * The instance of MEALIE_LIVE_URL, with the token of MEALIE_LIVE_TOKEN: a test instance, where nothing is lost.
 *
 * @throws Error when it holds so many recipes that somebody seems to cook with it, unless MEALIE_LIVE_ANY is 1
 */
export async function openLive(env: Readonly<Record<string, string | undefined>>): Promise<Instance> {
  const { MEALIE_LIVE_URL: url = "", MEALIE_LIVE_TOKEN: token = "" } = env;
  const about = await fetch(new URL("api/app/about", url));
  const version = /"version":"v?2\./.test(await about.text()) ? "2.0" : "3.23";
  const instance = instanceAt({ url, token, version, close: async () => undefined });
  const { body } = await instance.send("GET", "/api/recipes?perPage=0");
  if (Number(fieldOf(body, "total")) > MOST_RECIPES && env["MEALIE_LIVE_ANY"] !== "1")
    throw new Error(
      "This instance holds too many recipes for a test instance; set MEALIE_LIVE_ANY=1 if it is one.",
    );
  return instance;
}

export async function openStandIn(version: MealieVersion): Promise<Instance> {
  const mealie = await startStandIn({ version });
  return instanceAt({ ...mealie, version });
}

type At = { url: string; token: string; version: MealieVersion; close: () => Promise<void> };

function instanceAt({ url, token, version, close }: At): Instance {
  const run = `contract-check-${Date.now().toString(36)}`;
  const made: string[] = [];

  async function send(method: string, path: string, json?: unknown): Promise<Answer> {
    const response = await fetch(new URL(path.slice(1), url), {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(json === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    });
    const [type = ""] = (response.headers.get("content-type") ?? "").split(";", 1);
    const text = await response.text();
    return { status: response.status, type, body: type === "application/json" ? JSON.parse(text) : text };
  }

  async function made201(path: string, json: unknown): Promise<unknown> {
    const { status, body } = await send("POST", path, json);
    if (status !== 201) throw new Error(`${path} answered ${status}.`);
    return body;
  }

  const named = (name: string): string => `${run} ${name}`;
  return {
    version,
    send,
    named,
    recipe: async (name) => {
      const slug = String(await made201("/api/recipes", { name: named(name) }));
      const { body } = await send("GET", `/api/recipes/${slug}`);
      const id = String(fieldOf(body, "id"));
      made.push(`/api/recipes/${id}`);
      return { id, slug, name: String(fieldOf(body, "name")) };
    },
    make: async (path, name, more = {}) => {
      const body = await made201(path, { name: named(name), ...more });
      const id = String(fieldOf(body, "id"));
      made.push(`${path}/${id}`);
      return { id, name: String(fieldOf(body, "name")), slug: String(fieldOf(body, "slug")) };
    },
    close: async () => {
      // The last first: lists and recipes before the foods in them.
      for (const path of made.toReversed()) {
        // oxlint-disable-next-line no-await-in-loop -- in this order
        await send("DELETE", path);
      }
      await close();
    },
  };
}

export function fieldOf(value: unknown, ...path: readonly (string | number)[]): unknown {
  let at = value;
  for (const key of path)
    at = typeof at === "object" && at !== null ? new Map(Object.entries(at)).get(String(key)) : undefined;
  return at;
}
