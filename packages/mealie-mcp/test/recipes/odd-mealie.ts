import { once } from "node:events";
import { createServer } from "node:http";
import { connect, type Connection } from "confirm-guard/testing";
import { onTestFinished } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createServerFactory, type Edges } from "../../src/server.ts";
import { NOW } from "../stand-in.ts";

export type OddAnswer = { status?: number; type?: string; body: unknown };

/** A client of our server on a Mealie that answers as a test says, by path; anything else is not found. */
export async function openOddDesk(
  answers: Readonly<Record<string, OddAnswer>>,
  edges: Partial<Edges> = {},
): Promise<Connection> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://odd.test");
    const {
      status = 200,
      type = "application/json",
      body,
    } = answers[pathname] ?? {
      status: 404,
      body: { detail: "Not Found" },
    };
    request.resume();
    response.writeHead(status, { "content-type": type });
    response.end(type === "application/json" ? JSON.stringify(body) : String(body));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  const config = readConfig({ MEALIE_URL: `http://127.0.0.1:${address.port}/`, MEALIE_API_TOKEN: "t" });
  const factory = createServerFactory(config, {
    version: "0.0.0",
    log: () => undefined,
    now: () => NOW,
    ...edges,
  });
  const connection = await connect({ factory }, { era: "2026" });
  onTestFinished(() => connection[Symbol.asyncDispose]());
  return connection;
}
