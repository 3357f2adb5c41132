import { z } from "zod";

import { withPlainUnions } from "./shown-schema.ts";
import type { Tool } from "./tool.ts";

export { cardOf } from "./card.ts";
export { configurationReference, exampleOf } from "./configuration-reference.ts";

/** Some tools that belong together, as one chapter of the reference. */
export type ToolArea = { title: string; tools: readonly Pick<Tool<never>, keyof Described>[] };

type Described = Pick<
  Tool<never>,
  "name" | "description" | "input" | "output" | "annotations" | "essential" | "guarded"
>;

/** JSON Schema, as far as tools use it. */
type Schema = {
  type?: string | readonly string[];
  enum?: readonly unknown[];
  const?: unknown;
  anyOf?: readonly Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  description?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
};

/** The reference of a server's tools in Markdown, written from the table alone. */
export function toolReference(server: string, areas: readonly ToolArea[]): string {
  const tools = areas.flatMap((area) => area.tools);
  const reading = tools.filter(({ annotations }) => annotations.readOnlyHint).length;
  const asking = tools.filter(({ guarded }) => guarded).map(({ name }) => `\`${name}\``);
  const parts = [
    `# The tools of ${server}`,
    "Written from the tool table by the tests of this package (`vitest -u`); they fail when it no longer matches.",
    `${tools.length} tools. ${reading} only read. ${asking.length} ask a person: ${asking.join(", ")}. Each of those takes one more parameter, \`confirm_token\`, for clients that cannot show a question.`,
    ...areas.flatMap((area) => [`## ${area.title}`, ...area.tools.map((tool) => section(server, tool))]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section(server: string, tool: Described): string {
  const parts = [
    `### \`${tool.name}\``,
    tool.description,
    `*${kindOf(server, tool)}.*`,
    fieldTable("Parameter", jsonSchema(tool.input, "input"), { required: "required", optional: "" }),
    fieldTable("Result", jsonSchema(tool.output, "output"), { required: "", optional: "not always there" }),
  ];
  return parts.filter((part) => part !== "").join("\n\n");
}

function jsonSchema(schema: z.ZodObject, io: "input" | "output"): Schema {
  return withPlainUnions(z.toJSONSchema(schema, { io }));
}

function kindOf(server: string, { name, annotations, guarded, essential }: Described): string {
  const does = annotations.readOnlyHint ? "Reads" : "Writes without asking";
  const words = [
    guarded ? `[Asks a person](../asking/${server}.md#${name})` : does,
    ...(annotations.destructiveHint ? ["destructive"] : []),
    ...(annotations.idempotentHint ? ["idempotent"] : []),
    ...(essential ? ["in the `essential` preset"] : []),
  ];
  return words.join(", ");
}

function fieldTable(heading: string, schema: Schema, notes: { required: string; optional: string }): string {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const note = schema.required?.includes(name) === true ? notes.required : notes.optional;
    const shape = [shapeOf(field), note].filter((part) => part !== "").join("; ");
    return `| \`${name}\` | ${cell(shape)} | ${cell(field.description ?? "")} |`;
  });
  return rows.length === 0
    ? ""
    : [`| ${heading} | Shape | Meaning |`, "| --- | --- | --- |", ...rows].join("\n");
}

function cell(text: string): string {
  return text.replaceAll("|", String.raw`\|`).replaceAll(/\s+/g, " ");
}

/** The shape of a value in a few words. */
function shapeOf(schema: Schema): string {
  if (schema.const !== undefined) return code(schema.const);
  if (schema.enum !== undefined) return schema.enum.map(code).join(", ");
  if (schema.anyOf !== undefined) return schema.anyOf.map(shapeOf).join(" or ");
  const { type } = schema;
  if (isList(type)) return type.map((one) => shapeOf({ ...schema, type: one })).join(" or ");
  const { minLength, maxLength, minimum, maximum, minItems, maxItems } = schema;
  switch (type) {
    case "string":
      return `text${range(minLength, maxLength, " characters")}`;
    case "integer":
      return `whole number${range(bound(minimum), bound(maximum))}`;
    case "number":
      return `number${range(bound(minimum), bound(maximum))}`;
    case "boolean":
      return "true or false";
    case "array":
      return `list${range(minItems, maxItems)} of ${shapeOf(schema.items ?? {})}`;
    case "object":
      return `object with ${Object.keys(schema.properties ?? {})
        .map(code)
        .join(", ")}`;
    case undefined:
      return "anything";
    default:
      return type;
  }
}

function isList(type: Schema["type"]): type is readonly string[] {
  return Array.isArray(type);
}

function code(value: unknown): string {
  return `\`${typeof value === "string" ? value : JSON.stringify(value)}\``;
}

/** JSON Schema writes the range of safe integers where the table gives none. */
function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) >= Number.MAX_SAFE_INTEGER ? undefined : value;
}

function range(least: number | undefined, most: number | undefined, unit = ""): string {
  if (least === undefined && most === undefined) return "";
  if (most === undefined) return ` (at least ${least}${unit})`;
  if (least === undefined) return ` (at most ${most.toLocaleString("en")}${unit})`;
  return ` (${least} to ${most.toLocaleString("en")}${unit})`;
}
