import {
  Client as ClientV2,
  StreamableHTTPClientTransport as TransportV2,
} from "@modelcontextprotocol/client";
import { Client as ClientV1 } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as TransportV1 } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

import type { ScriptedPerson } from "../../src/testing/index.ts";
import { trusted } from "../../src/testing/trusted.ts";

export type HttpClient = {
  /** Calls a tool and follows the call to its end, questions included. */
  callTool(name: string, args: Record<string, unknown>): Promise<unknown>;
  close(): Promise<void>;
};

/** Connects to an endpoint, with a person who answers. */
export type ConnectHttp = (url: string, person: ScriptedPerson) => Promise<HttpClient>;

const INFO = { name: "web", version: "1.0.0" };
const CAPABILITIES = { capabilities: { elicitation: { form: {} } } };

/** Every client that somebody may come with. */
export const HTTP_CLIENTS = {
  "SDK v1": connectV1,
  "SDK v2, 2025": (url, person) => connectV2(url, person, new ClientV2(INFO, CAPABILITIES)),
  "SDK v2, 2026-07-28": (url, person) =>
    connectV2(
      url,
      person,
      new ClientV2(INFO, { ...CAPABILITIES, versionNegotiation: { mode: { pin: "2026-07-28" } } }),
    ),
  "SDK v2, either": (url, person) =>
    connectV2(url, person, new ClientV2(INFO, { ...CAPABILITIES, versionNegotiation: { mode: "auto" } })),
} as const satisfies Record<string, ConnectHttp>;

export type HttpClientName = keyof typeof HTTP_CLIENTS;

async function connectV1(url: string, person: ScriptedPerson): Promise<HttpClient> {
  const client = new ClientV1(INFO, CAPABILITIES);
  client.setRequestHandler(ElicitRequestSchema, async ({ params }) =>
    trusted<{ action: "accept" }>(await person.respond(params)),
  );
  // The SDK's own types do not agree with each other about an optional session id.
  await client.connect(trusted<Parameters<typeof client.connect>[0]>(new TransportV1(new URL(url))));
  return {
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}

async function connectV2(url: string, person: ScriptedPerson, client: ClientV2): Promise<HttpClient> {
  client.setRequestHandler("elicitation/create", async ({ params }) =>
    trusted<{ action: "accept" }>(await person.respond(params)),
  );
  await client.connect(new TransportV2(new URL(url)));
  return {
    callTool: (name, args) => client.callTool({ name, arguments: args }),
    close: () => client.close(),
  };
}
