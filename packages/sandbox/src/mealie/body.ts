import { MealieRefusal } from "./reply.ts";

/** Where a value stands, as a complaint names it: `["body", "labelId"]`. */
export type Place = readonly (string | number)[];

export type Fields = Readonly<Record<string, unknown>>;

/** One complaint of a 422. */
export function invalid(
  type: string,
  loc: Place,
  msg: string,
  input?: unknown,
  ctx?: Readonly<Record<string, unknown>>,
): MealieRefusal {
  const one = { type, loc, msg, input: input ?? null, ...(ctx === undefined ? {} : { ctx }) };
  return new MealieRefusal({ status: 422, json: { detail: [one] } });
}

/** A body that has to be an object. */
export function fieldsOf(json: unknown): Fields {
  if (typeof json === "object" && json !== null && !Array.isArray(json))
    return Object.fromEntries(Object.entries(json));
  throw json === undefined
    ? invalid("missing", ["body"], "Field required")
    : invalid("model_attributes_type", ["body"], "Input should be a valid dictionary", json);
}

/** A list of objects in a body. */
export function listAt(value: unknown, name: string): Fields[] {
  if (!Array.isArray(value))
    throw invalid("list_type", ["body", name], "Input should be a valid list", value);
  return value.map((entry: unknown) => fieldsOf(entry));
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id in a path or a body; a slug or an empty text is none. */
export function uuidAt(value: unknown, loc: Place): string {
  if (typeof value === "string" && UUID.test(value)) return value.toLowerCase();
  if (value === undefined) throw invalid("missing", loc, "Field required");
  throw invalid("uuid_parsing", loc, "Input should be a valid UUID", value, { error: "invalid" });
}

export function optionalUuidAt(value: unknown, loc: Place): string | null {
  return value === undefined || value === null ? null : uuidAt(value, loc);
}

export function textAt(fields: Fields, name: string): string {
  const value = fields[name];
  if (typeof value === "string") return value;
  if (value === undefined) throw invalid("missing", ["body", name], "Field required");
  throw invalid("string_type", ["body", name], "Input should be a valid string", value);
}

export function textOr<Fallback>(fields: Fields, name: string, fallback: Fallback): string | Fallback {
  const value = fields[name];
  return value === undefined || value === null ? fallback : textAt(fields, name);
}

export function flagOr(fields: Fields, name: string, fallback: boolean): boolean {
  const value = fields[name];
  if (value === undefined) return fallback;
  if (typeof value === "boolean") return value;
  throw invalid("bool_type", ["body", name], "Input should be a valid boolean", value);
}
