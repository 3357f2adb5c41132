import type { KyInstance } from "ky";
import { type Budget, type GuardedFetch, HttpFailure } from "server-kit";
import { MealieError } from "../errors.ts";
import { failureInside, failureOf, refusalOf } from "./failures.ts";
import type { ApiPath } from "./path.ts";
import type { RequestBody } from "./request-body.ts";

/** What a request may cost; the last argument of every method. */
export type ApiCall = { budget: Budget };

/** Query parameters; a list repeats its name, and undefined is left out. */
export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export type Write = {
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  path: ApiPath;
  query?: Query;
  json?: RequestBody;
  form?: FormData;
  /** Mealie itself fetches something for this: it may take a minute. */
  slow?: boolean;
};

/**
 * Mealie's API as JSON. Answers are `unknown`: whoever asked reads the fields that are needed, tolerantly.
 *
 * Reads are retried by the guarded fetch within the budget, and stop when the call is cancelled; a write is sent once and
 * always waited for.
 */
export type MealieApi = {
  /** @throws MealieError */
  get(path: ApiPath, query: Query, call: ApiCall): Promise<unknown>;
  /** A question that is asked by POST and changes nothing. @throws MealieError */
  ask(path: ApiPath, request: { json: RequestBody; slow?: boolean }, call: ApiCall): Promise<unknown>;
  /** @throws MealieError; `write-unknown` when it cannot be told whether it was carried out */
  write(write: Write, call: ApiCall): Promise<unknown>;
};

export type ApiOptions = {
  fetch: GuardedFetch;
  /** The instance's address; its path, if it has one, comes before `api/`. */
  url: URL;
  language?: string | undefined;
  /** Milliseconds for a request for which Mealie itself fetches something. Default: a minute. */
  slowMs?: number | undefined;
};

const SLOW_MS = 60_000;
const MAX_BODY = 8 * 1_048_576;

export function createApi({ fetch, url, language, slowMs = SLOW_MS }: ApiOptions): MealieApi {
  let client: Promise<KyInstance> | undefined;
  const settings = {
    baseUrl: url.href.endsWith("/") ? url.href : `${url.href}/`,
    retry: 0,
    timeout: false as const,
    throwHttpErrors: false,
    headers: {
      accept: "application/json",
      ...(language === undefined ? {} : { "accept-language": language }),
    },
  };
  // Loaded with the first request: a server that is only started and asked for its tools does without.
  const loaded = (): Promise<KyInstance> =>
    (client ??= import("ky").then(({ default: ky }) => ky.create(settings)));

  async function send(act: "read" | "write", request: Sending, call: ApiCall): Promise<unknown> {
    const answer = await sendOnce(
      await loaded(),
      fetch,
      { ...request, timeoutMs: request.slow === true ? slowMs : undefined },
      call,
    ).catch((error: unknown) => {
      // Whoever cancelled or spent the budget is told so as it is.
      if (error instanceof HttpFailure) throw failureOf(error, act);
      throw error;
    });
    const text = await answer.text();
    if (!isSuccess(answer, act))
      throw refusalOf({ status: answer.status, text, type: typeOf(answer), path: request.path }, act);
    const body = parsed(text, act);
    const failure = act === "write" ? failureInside(body) : undefined;
    if (failure !== undefined) throw failure;
    return body;
  }

  return {
    get: (path, query, call) => send("read", { method: "GET", path, query }, call),
    ask: (path, request, call) => send("read", { method: "POST", path, ...request }, call),
    write: (write, call) => send("write", write, call),
  };
}

const WRITTEN = new Set([200, 201, 204]);

function isSuccess({ ok, status }: Response, act: "read" | "write"): boolean {
  return act === "write" ? WRITTEN.has(status) : ok;
}

type Sending = Omit<Write, "method"> & { method: string };

type Timed = Sending & { timeoutMs: number | undefined };

async function sendOnce(
  client: KyInstance,
  fetch: GuardedFetch,
  { method, path, query = {}, json, form, timeoutMs }: Timed,
  { budget }: ApiCall,
): Promise<Response> {
  return client(path, {
    method,
    searchParams: searchOf(query),
    ...(json === undefined ? {} : { json }),
    ...(form === undefined ? {} : { body: form }),
    fetch: async (input) => {
      const request = new Request(input);
      const body = new Uint8Array(await request.arrayBuffer());
      return fetch(request.url, {
        method,
        headers: Object.fromEntries(request.headers),
        ...(body.length === 0 ? {} : { body }),
        budget,
        ceiling: MAX_BODY,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
    },
  });
}

function searchOf(query: Query): URLSearchParams {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue;
    for (const one of typeof value === "object" ? value : [value]) search.append(name, String(one));
  }
  return search;
}

function typeOf(answer: Response): string {
  return answer.headers.get("content-type") ?? "";
}

function parsed(text: string, act: "read" | "write"): unknown {
  // An empty body is what some deletions answer.
  if (act === "write" && text.trim() === "") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    if (act === "write")
      throw new MealieError(
        "write-unknown",
        "What answered is not Mealie's API, so it is not known whether the change was made. Check MEALIE_URL, and look before repeating it.",
      );
    throw new MealieError(
      "not-mealie",
      "What answered is not Mealie's API. Check that MEALIE_URL is the address of the instance itself.",
    );
  }
}
