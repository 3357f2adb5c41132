import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import type { Dialog, Person } from "./person.ts";

export type Era = "2025-11-25" | "2026-07-28";

/** What a client is: the revision that it speaks, and the person beside it (none: it cannot show a dialog). */
export type ClientKind = { era: Era; person: Person | undefined };

export type Question = { dialog: Dialog; choice: string | undefined };

export type Answer = {
  text: string;
  failed: boolean;
  outcome: string | undefined;
  data: Record<string, unknown>;
};

export type Session = {
  server: string;
  tools(): Promise<{ name: string; asks: boolean }[]>;
  call(tool: string, args: Record<string, unknown>): Promise<Answer>;
  /** The dialog of the last call and the choice in it, which is undefined when it was closed. */
  lastQuestion(): Question | undefined;
  close(): Promise<void>;
};

// A person may take a while; the client's usual minute is meant for machines.
const PATIENCE_MS = 15 * 60_000;

/** Starts a program as a child over stdio and connects to it as one kind of client. */
export async function openSession(
  program: string,
  env: Record<string, string>,
  kind: ClientKind,
): Promise<Session> {
  const { person } = kind;
  const client = new Client(
    { name: "demo", version: "0.0.0" },
    {
      capabilities: person === undefined ? {} : { elicitation: { form: {} } },
      versionNegotiation: { mode: kind.era === "2025-11-25" ? "legacy" : { pin: kind.era } },
    },
  );
  let last: Question | undefined;
  if (person !== undefined) {
    client.setRequestHandler("elicitation/create", async ({ params }) => {
      const dialog = readDialog(client.getServerVersion()?.name ?? "a server", params);
      if (dialog === undefined) return { action: "cancel" as const };
      const choice = await person.answer(dialog);
      last = { dialog, choice };
      return choice === undefined
        ? { action: "cancel" as const }
        : { action: "accept" as const, content: { decision: choice } };
    });
  }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program], env, stderr: "ignore" }),
  );

  return {
    server: client.getServerVersion()?.name ?? "",
    async tools() {
      const { tools } = await client.listTools();
      return tools.map(({ name, inputSchema }) => ({
        name,
        asks: Object.hasOwn(inputSchema.properties ?? {}, "confirm_token"),
      }));
    },
    async call(tool, args) {
      last = undefined;
      const result = await client.callTool({ name: tool, arguments: args }, { timeout: PATIENCE_MS });
      const [first] = result.content;
      return {
        text: first?.type === "text" ? first.text : "",
        failed: result.isError === true,
        outcome: asText(result._meta?.["confirm-guard/outcome"]),
        data: asRecord(result.structuredContent),
      };
    },
    lastQuestion: () => last,
    close: () => client.close(),
  };
}

/** The guard's form: one required string with its choices. Anything else is not a question this client can draw. */
function readDialog(server: string, params: object): Dialog | undefined {
  const form = params as {
    message?: unknown;
    requestedSchema?: { properties?: { decision?: { enum?: unknown } } };
  };
  const choices = form.requestedSchema?.properties?.decision?.enum;
  if (typeof form.message !== "string" || !Array.isArray(choices)) return undefined;
  return { server, message: form.message, choices: choices.map(String) };
}

export function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
}

export function asText(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
