/** What a call came back with, as a client program hands it on. */
export type Result = { isError: boolean; text: string; structured: Record<string, unknown> };

/** What a person does with a dialog: picks a choice and sends it, says no to the whole of it, or closes it. */
export type Answer = { pick: string } | "decline" | "cancel";

/** A dialog that is on the screen; the call waits for as long as it is. */
export type Dialog = {
  message: string;
  choices: readonly string[];
  answer(answer: Answer): Promise<Result>;
};

export type Called = { dialog: Dialog } | { result: Result };

/** A client program that is connected to a server. */
export type RealClient = AsyncDisposable & {
  /** The revision that it and the server have agreed on. */
  revision: string;
  toolNames(): Promise<string[]>;
  /** Returns as soon as the call has ended, or a dialog is open. */
  call(tool: string, args: Record<string, unknown>): Promise<Called>;
};

export type ServerCommand = {
  command: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

export type Connect = (server: ServerCommand, options: { dialogs: boolean }) => Promise<RealClient>;

export type ToolResult = {
  isError?: boolean | undefined;
  content?: unknown;
  structuredContent?: unknown;
};

/** Reads a result without believing more of it than is looked at. */
export function resultOf({ isError, content, structuredContent }: ToolResult): Result {
  const blocks: unknown[] = Array.isArray(content) ? content : [];
  return {
    isError: isError === true,
    text: blocks.map((block) => stringIn(block, "text") ?? "").join("\n"),
    structured: isObject(structuredContent) ? structuredContent : {},
  };
}

/** The one field of a dialog and its choices, as a client draws them from the schema. */
export function fieldOf(requestedSchema: unknown): { name: string; choices: string[] } {
  const properties = isObject(requestedSchema) ? requestedSchema["properties"] : undefined;
  const fields = isObject(properties) ? Object.entries(properties) : [];
  const [field] = fields;
  if (field === undefined || fields.length !== 1) throw new Error("The dialog does not have one field.");
  const [name, shape] = field;
  const choices = isObject(shape) ? shape["enum"] : undefined;
  if (!Array.isArray(choices)) throw new Error("The field of the dialog offers no choices.");
  return { name, choices: choices.map(String) };
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const stringIn = (value: unknown, key: string): string | undefined => {
  const found = isObject(value) ? value[key] : undefined;
  return typeof found === "string" ? found : undefined;
};
