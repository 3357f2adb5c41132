import type { ServerResponse } from "node:http";
import { match } from "./route.ts";

/** What answers in place of Mealie. */
export type FaultAnswer =
  | { kind: "reply"; status: number; type: string; body: string; headers?: Readonly<Record<string, string>> }
  /** No answer, for as long as the client waits. */
  | { kind: "silence" }
  /** Half of an answer, and the end of the connection. */
  | { kind: "cut" }
  /** An answer of so many bytes. */
  | { kind: "flood"; bytes: number };

/** A fault of the stand-in: which requests meet it, and what they get. */
export type Fault = {
  /** Default: every method. */
  method?: string;
  /** A path with named parts in braces, such as `/api/recipes/{slug}`. Default: every path. */
  path?: string;
  /** How many fitting requests get through before. Default: 0. */
  after?: number;
  /** How many requests meet it. Default: all. */
  times?: number;
  /** The request is carried out all the same; only its answer is lost. */
  carriedOut?: boolean;
  answer: FaultAnswer;
};

const json = (status: number, body: unknown): FaultAnswer => ({
  kind: "reply",
  status,
  type: "application/json",
  body: JSON.stringify(body),
});

const page = (status: number, title: string): FaultAnswer => ({
  kind: "reply",
  status,
  type: "text/html; charset=utf-8",
  body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>mealie-backend.internal:9000</p></body></html>`,
});

/** The ways in which Mealie, and what stands before it, fail. */
export const FAULTS = {
  "401": json(401, { detail: "Could not validate credentials" }),
  "403": json(403, { detail: { message: "Permission denied", error: true, exception: null } }),
  "408": json(408, { detail: { message: "Recipe scrape timed out", error: true, exception: null } }),
  "409 with SQL": json(409, {
    detail: {
      message: "Already exists",
      error: true,
      exception:
        "(psycopg2.errors.UniqueViolation) [SQL: INSERT INTO recipes (group_id, name) VALUES (%(group_id)s, %(name)s)] [parameters: {'name': 'Quince cake of a neighbour'}]",
    },
  }),
  "422": json(422, {
    detail: [{ type: "missing", loc: ["body", "name"], msg: "Field required", input: { token: "stand-in" } }],
  }),
  "422 of texts": json(422, { detail: ["dict: {'orderBy': 'random'}"] }),
  "400 of an import": json(400, { detail: { details: "BAD_RECIPE_DATA" } }),
  "429": {
    kind: "reply",
    status: 429,
    type: "text/plain",
    body: "Too Many Requests",
    headers: { "retry-after": "0" },
  },
  "500 as text": {
    kind: "reply",
    status: 500,
    type: "text/plain; charset=utf-8",
    body: "Internal Server Error",
  },
  "502 as a page": page(502, "Bad Gateway"),
  "504 as a page": page(504, "Gateway Time-out"),
  "404 as a page": page(404, "Nothing here"),
  "200 as a page": page(200, "Mealie"),
  "200 of another API": json(200, { status: "up", version: 7 }),
  silence: { kind: "silence" },
  cut: { kind: "cut" },
  flood: { kind: "flood", bytes: 9 * 1_048_576 },
  redirect: {
    kind: "reply",
    status: 302,
    type: "text/plain",
    body: "",
    headers: { location: "http://elsewhere.test/api/app/about" },
  },
} as const satisfies Record<string, FaultAnswer>;

export type FaultName = keyof typeof FAULTS;

/** Tells for each request which of the faults it meets. */
export function faultFinder(faults: readonly Fault[]): (method: string, path: string) => Fault | undefined {
  const met = new Map<Fault, number>();
  return (method, path) =>
    faults.find((fault) => {
      if (fault.method !== undefined && fault.method !== method) return false;
      if (fault.path !== undefined && match(fault.path, path) === undefined) return false;
      const before = met.get(fault) ?? 0;
      met.set(fault, before + 1);
      const { after = 0, times = Infinity } = fault;
      return before >= after && before < after + times;
    });
}

export async function sendFault(response: ServerResponse, answer: FaultAnswer): Promise<void> {
  if (response.destroyed || answer.kind === "silence") return;
  if (answer.kind === "reply") {
    response.writeHead(answer.status, { "content-type": answer.type, ...answer.headers });
    response.end(answer.body);
    return;
  }
  response.writeHead(200, {
    "content-type": "application/json",
    ...(answer.kind === "cut" ? { "content-length": 4_096 } : {}),
  });
  if (answer.kind === "cut") {
    response.write('{"items": [{"name": "', () => response.destroy());
    return;
  }
  response.write('"');
  const piece = Buffer.alloc(65_536, "x");
  for (let sent = 0; sent < answer.bytes && !response.destroyed; sent += piece.length) {
    if (response.write(piece)) continue;
    // oxlint-disable-next-line no-await-in-loop -- as fast as the reader takes it
    await new Promise<void>((resolve) => {
      const go = (): void => {
        response.off("drain", go).off("close", go);
        resolve();
      };
      response.on("drain", go).on("close", go);
    });
  }
  response.end();
}
