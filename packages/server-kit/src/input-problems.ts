import type { z } from "zod";

import { isRecord } from "./record.ts";

type Issue = z.core.$ZodIssue;

const MAX_SHOWN = 3;

/** Every parameter name that a schema declares, at any depth. */
const declaredNames = (jsonSchema: unknown, names = new Set<string>()): ReadonlySet<string> => {
  if (Array.isArray(jsonSchema)) for (const member of jsonSchema) declaredNames(member, names);
  if (!isRecord(jsonSchema)) return names;
  if (isRecord(jsonSchema["properties"]))
    for (const name of Object.keys(jsonSchema["properties"])) names.add(name);
  for (const member of Object.values(jsonSchema)) declaredNames(member, names);
  return names;
};

/** Where the problem is, in names that the schema declares: a key that the caller chose is not repeated. */
const nameOf = (path: readonly PropertyKey[], schema: z.ZodObject): string => {
  if (path.length === 0) return "the arguments";
  const declared = declaredNames(schema["~standard"].jsonSchema.input({ target: "draft-2020-12" }));
  const steps = path.map((step) => {
    if (typeof step === "number") return `[${step}]`;
    return typeof step === "string" && declared.has(step) ? `.${step}` : ".…";
  });
  return `\`${steps.join("").replace(/^\./, "")}\``;
};

const KINDS = new Map([
  ["string", "text"],
  ["number", "a number"],
  ["int", "a whole number"],
  ["boolean", "true or false"],
  ["array", "a list"],
  ["object", "an object"],
  ["record", "an object"],
  ["null", "null"],
]);

const kindOf = (expected: string): string => KINDS.get(expected) ?? "of another type";

const FORMATS = new Map([
  ["date", "a date (YYYY-MM-DD)"],
  ["time", "a time of day"],
  ["datetime", "a date and time (ISO 8601)"],
  ["uuid", "a UUID"],
  ["guid", "a UUID"],
  ["url", "a full address (URL)"],
  ["email", "a mail address"],
]);

const unitOf = (origin: string): string => {
  if (origin === "string") return " characters long";
  if (origin === "array" || origin === "set") return " entries long";
  return "";
};

const boundOf = (
  value: number | bigint,
  { inclusive, word }: { inclusive: boolean | undefined; word: string },
): string =>
  inclusive === false ? `${word === "least" ? "more" : "less"} than ${value}` : `at ${word} ${value}`;

const valuesOf = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(", ");

/** What is expected, in our words. `custom` messages and those given to a check are the tool author's own. */
const expectedOf = (issue: Issue): string => {
  switch (issue.code) {
    case "invalid_type":
      return `must be ${kindOf(issue.expected)}`;
    case "too_small":
      if (issue.minimum === 1 && unitOf(issue.origin) !== "") return "must not be empty";
      return `must be ${boundOf(issue.minimum, { inclusive: issue.inclusive, word: "least" })}${unitOf(issue.origin)}`;
    case "too_big":
      return `must be ${boundOf(issue.maximum, { inclusive: issue.inclusive, word: "most" })}${unitOf(issue.origin)}`;
    case "invalid_value":
      return `must be one of ${valuesOf(issue.values)}`;
    case "invalid_format": {
      const format = FORMATS.get(issue.format);
      return format === undefined
        ? "does not have the form that its description asks for"
        : `must be ${format}`;
    }
    case "not_multiple_of":
      return `must be a multiple of ${issue.divisor}`;
    case "custom":
      return issue.message;
    // The whole problem of a union is only "invalid": its alternatives are in the description.
    case "invalid_union":
    case "invalid_key":
    case "invalid_element":
    case "unrecognized_keys":
    default:
      return "does not have the form that its description asks for";
  }
};

const holds = (input: unknown, path: readonly PropertyKey[]): boolean => {
  let value = input;
  for (const step of path) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return false;
    value = Reflect.get(value, step);
  }
  return value !== undefined;
};

const problemOf = (issue: Issue, input: unknown, schema: z.ZodObject): string => {
  if (issue.code === "unrecognized_keys") {
    const where = issue.path.length === 0 ? "" : ` in ${nameOf(issue.path, schema)}`;
    const valid =
      issue.path.length === 0 ? `; valid are ${Object.keys(schema.shape).join(", ") || "none"}` : "";
    return `${issue.keys.length === 1 ? "a parameter is" : `${issue.keys.length} parameters are`} unknown${where}${valid}`;
  }
  const missing = issue.path.length > 0 && !holds(input, issue.path);
  return missing
    ? `${nameOf(issue.path, schema)} is missing`
    : `${nameOf(issue.path, schema)} ${expectedOf(issue)}`;
};

/** One sentence that names the parameters and what is expected, and repeats nothing of what came. */
export const inputMessage = (issues: readonly Issue[], input: unknown, schema: z.ZodObject): string => {
  const shown = issues.slice(0, MAX_SHOWN).map((issue) => problemOf(issue, input, schema));
  const more = issues.length - shown.length;
  const list = more > 0 ? [...shown, `and ${more} more`] : shown;
  return `Nothing was done, since the arguments are not valid: ${list.join("; ")}.`;
};
