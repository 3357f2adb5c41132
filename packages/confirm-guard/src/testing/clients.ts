import type { Channel } from "./channel.ts";
import { isRecord } from "./json-rpc.ts";
import { peer } from "./peers.ts";
import type { ScriptedPerson } from "./person.ts";
import type { ReceivedResult } from "./result.ts";
import { type Era, REVISIONS } from "./target.ts";
import { trusted } from "./trusted.ts";

/** What both SDK lines' `Client` can tell about a connection; cast it to your SDK's `Client` for anything else. */
export type SdkClient = {
  /** Name and version that the server gives itself. */
  getServerVersion():
    | {
        /** The server's name. */
        name: string;
        /** Its version. */
        version: string;
      }
    | undefined;
  /** What the server says that it can do. */
  getServerCapabilities(): Record<string, unknown> | undefined;
  /** What the server tells a client once about itself. */
  getInstructions(): string | undefined;
};

/** How long a call may take and how it is cancelled; `progress` sends a progress token and receives the reports. */
export type CallOptions = {
  /** Cancels the call when it is aborted. */
  signal?: AbortSignal;
  /** Milliseconds; the SDK's own default (60 s) when left out. */
  timeoutMs?: number;
  /** Called for every progress notification, each of which starts the time-out anew. */
  progress?: (report: { progress: number; message?: string | undefined }) => void;
};

/** One entry of `tools/list`, as it arrived. */
export type ListedTool = {
  /** The name that a call names. */
  name: string;
  /** The name that a person sees. */
  title?: string;
  /** What the tool does, for the model. */
  description?: string;
  /** The JSON Schema of the arguments. */
  inputSchema: unknown;
  /** Hints such as `readOnlyHint`. */
  annotations?: unknown;
};

/** What the kit needs of a client, the same for both SDK lines. */
export type KitClient = {
  client: SdkClient;
  connect(transport: Channel): Promise<void>;
  callTool(name: string, args: Record<string, unknown>, options: CallOptions): Promise<ReceivedResult>;
  listTools(): Promise<ListedTool[]>;
  close(): Promise<void>;
};

type ClientSettings = { era: Era; person: ScriptedPerson | undefined; capabilities: Record<string, unknown> };

type ElicitAnswer = { action: "accept" | "decline" | "cancel" };

const CLIENT_INFO = { name: "confirm-guard-testing", version: "1.0.0" };

const requestOptions = ({ signal, timeoutMs, progress }: CallOptions) => ({
  ...(signal === undefined ? {} : { signal }),
  ...(timeoutMs === undefined ? {} : { timeout: timeoutMs }),
  ...(progress === undefined ? {} : { onprogress: progress, resetTimeoutOnProgress: true }),
});

const asksThePerson = ({ person, capabilities }: ClientSettings): ScriptedPerson | undefined =>
  isRecord(capabilities["elicitation"]) ? person : undefined;

/** The client of `@modelcontextprotocol/client`, in its 2025 mode or pinned to 2026-07-28. */
export async function clientV2(settings: ClientSettings): Promise<KitClient> {
  const { Client } = await peer("@modelcontextprotocol/client", () => import("@modelcontextprotocol/client"));
  const client = new Client(CLIENT_INFO, {
    capabilities: settings.capabilities,
    ...(settings.era === "2026" ? { versionNegotiation: { mode: { pin: REVISIONS[2026] } } } : {}),
  });
  const person = asksThePerson(settings);
  if (person !== undefined) {
    client.setRequestHandler("elicitation/create", async (request) =>
      trusted<ElicitAnswer>(await person.respond(request.params)),
    );
  }
  return {
    client,
    connect: (transport) => client.connect(transport),
    callTool: async (name, args, options) =>
      trusted<ReceivedResult>(await client.callTool({ name, arguments: args }, requestOptions(options))),
    listTools: async () => trusted<ListedTool[]>((await client.listTools()).tools),
    close: () => client.close(),
  };
}

/** The client of `@modelcontextprotocol/sdk`, which knows the 2025 revisions only. */
export async function clientV1(settings: ClientSettings): Promise<KitClient> {
  const [{ Client }, { ElicitRequestSchema }] = await peer("@modelcontextprotocol/sdk", () =>
    Promise.all([
      import("@modelcontextprotocol/sdk/client/index.js"),
      import("@modelcontextprotocol/sdk/types.js"),
    ]),
  );
  const client = new Client(CLIENT_INFO, { capabilities: settings.capabilities });
  const person = asksThePerson(settings);
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async (request) =>
      trusted<ElicitAnswer>(await person.respond(request.params)),
    );
  }
  return {
    client,
    connect: (transport) => client.connect(transport),
    callTool: async (name, args, options) =>
      trusted<ReceivedResult>(
        await client.callTool({ name, arguments: args }, undefined, requestOptions(options)),
      ),
    listTools: async () => trusted<ListedTool[]>((await client.listTools()).tools),
    close: () => client.close(),
  };
}
