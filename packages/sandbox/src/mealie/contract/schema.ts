/** The part of JSON Schema that Mealie's documents use. */
export type Schema = {
  $ref?: string;
  anyOf?: readonly Schema[];
  type?: string;
  enum?: readonly unknown[];
  format?: string;
  contentMediaType?: string;
  items?: Schema;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  additionalProperties?: boolean | Schema;
};

/** The named schemas of a document, and which of their fields have to be there beyond what the document says. */
export type Schemas = {
  named: Readonly<Record<string, Schema>>;
  required?: Readonly<Record<string, readonly string[]>>;
};

const FORMATS: Readonly<Record<string, RegExp>> = {
  date: /^\d{4}-\d{2}-\d{2}$/,
  // Mealie reads a plain date as its midnight.
  "date-time": /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/,
  uuid: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  uuid4: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
};

/** Stands for a file in a form. */
export const FILE = Symbol("file");

/**
 * What is wrong with a value, each complaint with its place; an object may hold only the fields that its schema names.
 *
 * @example
 * complaintsOf({ type: "integer" }, "1", { named: {} }, "body"); // ["body: is no integer"]
 */
export function complaintsOf(schema: Schema, value: unknown, schemas: Schemas, at: string): string[] {
  if (schema.$ref !== undefined) return byName(schema.$ref, value, schemas, at);
  if (schema.anyOf !== undefined) return ofAny(schema.anyOf, value, schemas, at);
  if (schema.enum !== undefined && !schema.enum.includes(value))
    return [`${at}: is none of ${schema.enum.join(", ")}`];
  const ofType = schema.type === undefined ? [] : ofTheType(schema, value, at);
  if (ofType.length > 0) return ofType;
  if (Array.isArray(value) && schema.items !== undefined) {
    const { items } = schema;
    return value.flatMap((one, index) => complaintsOf(items, one, schemas, `${at}[${index}]`));
  }
  return isObject(value) ? ofFields(schema, value, schemas, at) : [];
}

function byName(ref: string, value: unknown, schemas: Schemas, at: string): string[] {
  const name = ref.slice(ref.lastIndexOf("/") + 1);
  const schema = schemas.named[name];
  if (schema === undefined) throw new Error(`The document has no schema ${name}.`);
  const found = complaintsOf(schema, value, schemas, at);
  const missing = isObject(value)
    ? (schemas.required?.[name] ?? []).filter((field) => !Object.hasOwn(value, field))
    : [];
  return [...found, ...missing.map((field) => `${at}.${field}: is missing`)];
}

/** The complaints of the branch that comes nearest. */
function ofAny(branches: readonly Schema[], value: unknown, schemas: Schemas, at: string): string[] {
  const tried = branches.map((branch) => complaintsOf(branch, value, schemas, at));
  if (tried.some((complaints) => complaints.length === 0)) return [];
  // A branch of another type says only that; the one that looked inside knows more.
  const inside = tried.filter(([first = ""]) => !first.startsWith(`${at}: is no`));
  return (inside[0] ?? tried[0] ?? []).slice();
}

const IS: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  boolean: (value) => typeof value === "boolean",
  null: (value) => value === null,
  array: (value) => Array.isArray(value),
  object: (value) => isObject(value),
};

function ofTheType({ type = "", format, contentMediaType }: Schema, value: unknown, at: string): string[] {
  if (format === "binary" || contentMediaType !== undefined)
    return value === FILE ? [] : [`${at}: is no file`];
  if (IS[type]?.(value) !== true) return [`${at}: is no ${type}`];
  const pattern = format === undefined ? undefined : FORMATS[format];
  return pattern === undefined || pattern.test(String(value)) ? [] : [`${at}: is no ${String(format)}`];
}

function ofFields(schema: Schema, value: object, schemas: Schemas, at: string): string[] {
  const { properties = {}, required = [], additionalProperties } = schema;
  const open = additionalProperties ?? schema.properties === undefined;
  const missing = required.filter((name) => !Object.hasOwn(value, name));
  return [
    ...missing.map((name) => `${at}.${name}: is missing`),
    ...Object.entries(value).flatMap(([name, one]) => {
      const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
      if (known !== undefined) return complaintsOf(known, one, schemas, `${at}.${name}`);
      if (typeof open === "object") return complaintsOf(open, one, schemas, `${at}.${name}`);
      return open ? [] : [`${at}.${name}: is unknown`];
    }),
  ];
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
