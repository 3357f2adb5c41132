import { randomBytes } from "node:crypto";

import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  createRequestStateCodec,
  inputRequired,
  type InputRequiredResult,
  type InputRequests,
  McpServer,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";

import { composeRequestState, guardedTool } from "../../src/adapters/server.ts";
import { createGuard, exact } from "../../src/index.ts";
import { registerContentTools } from "./content-tools.ts";

const PREFIX = "test_input_required_result_";
const say = (text: string) => ({ content: [{ type: "text" as const, text }] });
const nameForm = { message: "What is your name?", requestedSchema: z.object({ name: z.string() }) };
const sampling = (text: string) =>
  inputRequired.createMessage({
    messages: [{ role: "user", content: { type: "text", text } }],
    maxTokens: 100,
  });

/**
 * The server that the conformance suite talks to: its tools have the names and answers that the scenarios ask for. The
 * tools whose scenario is about a sealed state are guarded; the others ask by themselves, with states of their own, and
 * have to keep working beside the guard.
 */
export function everythingServer(options: { onBadState: "ask" | "error" }): () => McpServer {
  const guard = createGuard({
    server: "everything",
    audience: options.onBadState,
    elicitation: true,
    limits: { questionsPer10Min: 1_000 },
    warn: () => {},
  });
  const codec = createRequestStateCodec<{ round: number }>({ key: randomBytes(32) });
  const verify = composeRequestState(guard, (state, ctx) => codec.verify(state, ctx), options);

  return () => {
    const server = new McpServer({ name: "everything", version: "1.0.0" }, { requestState: { verify } });
    registerContentTools(server);
    for (const name of ["request_state", "tampered_state"]) {
      guardedTool(
        server,
        guard,
        PREFIX + name,
        {
          description: "Asks a person first.",
          inputSchema: z.object({}),
          prepare: async () => ({
            found: null,
            ask: {
              subject: exact(name, 1),
              question: { action: "go on", consequence: "Nothing happens.", yes: "Yes, go on" },
            },
          }),
        },
        async () => say("state-ok"),
      );
    }
    registerOwnQuestions(server, (round) => codec.mint({ round }));
    return server;
  };
}

/** What a server asks for without the guard. */
function registerOwnQuestions(server: McpServer, mint: (round: number) => Promise<string>): void {
  const asks = (
    name: string,
    key: string,
    request: InputRequests[string],
    done: (ctx: ServerContext) => string | undefined,
  ): void => {
    server.registerTool(PREFIX + name, { description: `Asks for ${key}.` }, async (ctx) => {
      const text = done(ctx);
      return text === undefined ? inputRequired({ inputRequests: { [key]: request } }) : say(text);
    });
  };
  const brought = (key: string) => (ctx: ServerContext) =>
    ctx.mcpReq.inputResponses?.[key] === undefined ? undefined : `Received ${key}.`;

  asks("elicitation", "user_name", inputRequired.elicit(nameForm), (ctx) => {
    const name = acceptedContent(ctx.mcpReq.inputResponses, "user_name")?.["name"];
    return typeof name === "string" ? `Hello, ${name}!` : undefined;
  });
  asks(
    "sampling",
    "capital_question",
    sampling("What is the capital of France?"),
    brought("capital_question"),
  );
  asks("list_roots", "client_roots", inputRequired.listRoots(), brought("client_roots"));

  server.registerTool(
    `${PREFIX}capabilities`,
    { description: "Asks what the client can answer." },
    async (ctx) => {
      const can: object = Object(Reflect.get(ctx.mcpReq.envelope ?? {}, CLIENT_CAPABILITIES_META_KEY));
      return inputRequired({
        inputRequests: {
          ...("sampling" in can ? { greeting: sampling("Generate a greeting") } : {}),
          ...("elicitation" in can ? { user_name: inputRequired.elicit(nameForm) } : {}),
        },
      });
    },
  );

  server.registerTool(`${PREFIX}multiple_inputs`, { description: "Asks for three things." }, async (ctx) => {
    if (brought("client_roots")(ctx) !== undefined) return say("Received all of them.");
    return inputRequired({
      inputRequests: {
        user_name: inputRequired.elicit(nameForm),
        greeting: sampling("Generate a greeting"),
        client_roots: inputRequired.listRoots(),
      },
      requestState: await mint(1),
    });
  });

  server.registerTool(`${PREFIX}multi_round`, { description: "Asks twice." }, async (ctx) => {
    if (brought("step2")(ctx) !== undefined) return say("Both steps are done.");
    return brought("step1")(ctx) === undefined ? await step("step1", 1) : await step("step2", 2);
  });
  const step = async (key: string, round: number): Promise<InputRequiredResult> =>
    inputRequired({
      inputRequests: { [key]: inputRequired.elicit(nameForm) },
      requestState: await mint(round),
    });

  server.registerPrompt(`${PREFIX}prompt`, { description: "Asks for its context." }, async (ctx) => {
    const context = acceptedContent(ctx.mcpReq.inputResponses, "user_context")?.["context"];
    if (typeof context === "string") {
      return { messages: [{ role: "user", content: { type: "text", text: context } }] };
    }
    const requestedSchema = z.object({ context: z.string() });
    const message = "What context should the prompt use?";
    return inputRequired({
      inputRequests: { user_context: inputRequired.elicit({ message, requestedSchema }) },
    });
  });
}
