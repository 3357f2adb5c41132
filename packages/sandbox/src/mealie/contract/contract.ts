import { match } from "../route.ts";
import { complaintsOf, FILE, type Schema, type Schemas } from "./schema.ts";

type Content = Readonly<Record<string, { schema?: Schema }>>;

type Operation = {
  parameters?: readonly { name: string; in: string; required?: boolean; schema: Schema }[];
  requestBody?: { required?: boolean; content: Content };
  responses: Readonly<Record<string, { content?: Content }>>;
};

/** An OpenAPI document, as far as it is read here. */
export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

/** The fields of a form; the value of a file is not kept. */
export type FormFields = readonly { name: string; value: string | undefined; file: boolean }[];

export type ContractRequest = {
  method: string;
  path: string;
  query: string;
  json: unknown;
  form?: FormFields | undefined;
};

export type ContractAnswer = { status: number; json?: unknown };

/** What a document says about requests and answers; each complaint names its place. */
export type Contract = {
  /** The path that the document writes this route with; undefined when it has none. */
  routeOf(request: Pick<ContractRequest, "method" | "path">): string | undefined;
  /** Unknown fields and unknown names in the query are complaints too, since Mealie passes over them in silence. */
  ofRequest(request: ContractRequest): string[];
  /** Answers of a status that the document does not name have no complaints. */
  ofAnswer(request: Pick<ContractRequest, "method" | "path">, answer: ContractAnswer): string[];
};

export type ContractOptions = {
  /** By the name of a schema: fields that every answer has to have, beyond what the document requires. */
  required?: Readonly<Record<string, readonly string[]>>;
};

export function readContract(document: ApiDocument, { required }: ContractOptions = {}): Contract {
  const asked: Schemas = { named: document.components.schemas };
  const answered: Schemas = required === undefined ? asked : { ...asked, required };

  function find(method: string, path: string): { operation: Operation; pattern: string } | undefined {
    const fitting = Object.keys(document.paths)
      .filter((pattern) => match(pattern, path) !== undefined)
      // `/recipes/suggestions` before `/recipes/{slug}`.
      .toSorted((a, b) => a.split("{").length - b.split("{").length);
    for (const pattern of fitting) {
      const operation = document.paths[pattern]?.[method.toLowerCase()];
      if (operation !== undefined) return { operation, pattern };
    }
    return undefined;
  }

  return {
    routeOf: ({ method, path }) => find(method, path)?.pattern,
    ofRequest: (request) => {
      const found = find(request.method, request.path);
      if (found === undefined) return ["path: the document has no such route"];
      return [
        ...ofPath(found, request.path, asked),
        ...ofQuery(found.operation, request.query, asked),
        ...ofBody(found.operation, request, asked),
      ];
    },
    ofAnswer: ({ method, path }, { status, json }) => {
      const schema = find(method, path)?.operation.responses[String(status)]?.content?.["application/json"];
      return schema?.schema === undefined ? [] : complaintsOf(schema.schema, json, answered, "answer");
    },
  };
}

function ofPath(
  { operation, pattern }: { operation: Operation; pattern: string },
  path: string,
  schemas: Schemas,
): string[] {
  return Object.entries(match(pattern, path) ?? {}).flatMap(([name, text]) => {
    const parameter = (operation.parameters ?? []).find((one) => one.in === "path" && one.name === name);
    return parameter === undefined ? [] : ofText(parameter.schema, text, schemas, `path.${name}`);
  });
}

function ofQuery(operation: Operation, query: string, schemas: Schemas): string[] {
  const known = (operation.parameters ?? []).filter((one) => one.in === "query");
  const given = new URLSearchParams(query);
  const unknown = [...new Set(given.keys())].filter((name) => known.every((one) => one.name !== name));
  return [
    ...unknown.map((name) => `query.${name}: is unknown`),
    ...known.flatMap(({ name, required, schema }) => {
      const values = given.getAll(name);
      if (values.length === 0) return required === true ? [`query.${name}: is missing`] : [];
      const items = listed(schema);
      if (items !== undefined) return values.flatMap((one) => ofText(items, one, schemas, `query.${name}`));
      const repeated = values.length > 1 ? [`query.${name}: is given ${values.length} times`] : [];
      return [...repeated, ...ofText(schema, values[0] ?? "", schemas, `query.${name}`)];
    }),
  ];
}

/** What a parameter that may be repeated is a list of. */
function listed(schema: Schema): Schema | undefined {
  if (schema.type === "array") return schema.items ?? {};
  return (schema.anyOf ?? []).map((branch) => listed(branch)).find((items) => items !== undefined);
}

/** A text out of an address stands for whatever it can be read as. */
function ofText(schema: Schema, text: string, schemas: Schemas, at: string): string[] {
  const readings: unknown[] = [text];
  if (/^-?\d+(?:\.\d+)?$/.test(text)) readings.push(Number(text));
  if (text === "true" || text === "false") readings.push(text === "true");
  const tried = readings.map((reading) => complaintsOf(schema, reading, schemas, at));
  return tried.some((complaints) => complaints.length === 0) ? [] : (tried.at(-1) ?? []);
}

function ofBody({ requestBody }: Operation, { json, form }: ContractRequest, schemas: Schemas): string[] {
  if (json === undefined && form === undefined)
    return requestBody?.required === true ? ["body: is missing"] : [];
  const type = form === undefined ? "application/json" : "multipart/form-data";
  const schema = requestBody?.content[type]?.schema;
  if (schema === undefined) return [`body: the route takes no ${type}`];
  if (form === undefined) return complaintsOf(schema, json, schemas, "body");
  return ofForm(schema, form, schemas);
}

function ofForm(schema: Schema, form: FormFields, schemas: Schemas): string[] {
  const name = schema.$ref?.slice(schema.$ref.lastIndexOf("/") + 1);
  const { properties = {}, required = [] } = name === undefined ? schema : (schemas.named[name] ?? {});
  return [
    ...required
      .filter((wanted) => form.every((field) => field.name !== wanted))
      .map((wanted) => `form.${wanted}: is missing`),
    ...form.flatMap((field) => {
      const at = `form.${field.name}`;
      const known = Object.hasOwn(properties, field.name) ? properties[field.name] : undefined;
      if (known === undefined) return [`${at}: is unknown`];
      const one = listed(known) ?? known;
      return field.file ? complaintsOf(one, FILE, schemas, at) : ofText(one, field.value ?? "", schemas, at);
    }),
  ];
}
