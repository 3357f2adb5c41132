import type { JsonValue, Question } from "confirm-guard";
import { CONFIRM_TOKEN } from "confirm-guard/server";
import type { z } from "zod";

import type { Budget } from "./budget.ts";
import type { Outcome } from "./result.ts";

/** What a client is told about a tool before it calls it; all four are always given. */
export type Annotations = {
  readOnlyHint: boolean;
  destructiveHint: boolean;
  idempotentHint: boolean;
  openWorldHint: boolean;
};

/** What one call works with: the server's own dependencies, what the call may cost, and when to stop. */
export type Call<Deps> = { deps: Deps; budget: Budget };

/**
 * What `prepare` found. `ask: null` runs without a question; `refuse` ends the call with our sentence before anybody
 * is asked. The subject is the identity and the version of what would be touched.
 */
export type PreparedTool<Found> =
  | { found: Found; ask: null | { subject: JsonValue; question: Question } }
  | { refuse: string };

/** One entry of a tool table, as its author writes it. */
export type ToolEntry<Deps, Input extends z.ZodObject, Output extends z.ZodObject, Found> = {
  name: string;
  title: string;
  description: string;
  input: Input;
  output: Output;
  annotations: Annotations;
  /** Belongs to the `essential` preset of the allow list. */
  essential?: boolean;
  /** Present exactly when the tool is guarded; reads what the call would touch and writes the question. */
  prepare?(args: z.output<Input>, call: Call<Deps>): Promise<PreparedTool<Found>>;
  /** Does the work. `found` is what the last `prepare` found, or undefined on a tool without one. */
  run(args: z.output<Input>, call: Call<Deps>, found: Found): Promise<Outcome>;
};

/** One entry of a tool table with its argument types erased, so that entries of any shape stand in one list. */
export type Tool<Deps> = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: z.ZodObject;
  readonly output: z.ZodObject;
  readonly annotations: Annotations;
  readonly essential: boolean;
  /** Whether a person is asked, or may be asked, before this tool acts. */
  readonly guarded: boolean;
  prepare?(args: unknown, call: Call<Deps>): Promise<PreparedTool<unknown>>;
  run(args: unknown, call: Call<Deps>, found: unknown): Promise<Outcome>;
};

/**
 * Fixes what the tools of one server work with, and returns the function that defines them.
 *
 * @example
 * const defineTool = toolsFor<{ client: Client }>();
 * const ping = defineTool({ name: "ping", ..., run: async (args, { deps }) => own(await deps.client.ping(args.id)) });
 */
export const toolsFor =
  <Deps>() =>
  <Input extends z.ZodObject, Output extends z.ZodObject, Found = undefined>(
    entry: ToolEntry<Deps, Input, Output, Found>,
  ): Tool<Deps> => {
    if (Object.hasOwn(entry.input.shape, CONFIRM_TOKEN)) {
      throw new TypeError(`${entry.name}: ${CONFIRM_TOKEN} is added by the table, not by the tool.`);
    }
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table passes only what `input` and `prepare` returned
    const erased = entry as unknown as Omit<Tool<Deps>, "essential" | "guarded">;
    return { ...erased, essential: entry.essential ?? false, guarded: entry.prepare !== undefined };
  };
