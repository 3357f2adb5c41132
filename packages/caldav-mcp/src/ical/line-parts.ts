/** The parameters (names upper-case, quotes taken off) and the value as written. */
export type LineParts = { params: ReadonlyMap<string, readonly string[]>; value: string };

const NAME = /^\uFEFF?([A-Za-z0-9.-]+)[;:]/;

/** The name of an unfolded content line, upper-case; empty for one that is no property. */
export function nameOf(content: string): string {
  return NAME.exec(content)?.[1]?.toUpperCase() ?? "";
}

// Most lines have none.
const NO_PARAMETERS: LineParts["params"] = new Map();

export function withoutParameters(value: string): LineParts {
  return { params: NO_PARAMETERS, value };
}

/** Takes an unfolded content line with its name apart; undefined for a line without a colon. */
export function readParts(content: string, name: string): LineParts | undefined {
  if (name === "") return undefined;
  let at = content.startsWith("\uFEFF") ? name.length + 1 : name.length;
  if (content[at] === ":") return withoutParameters(content.slice(at + 1));
  const params = new Map<string, string[]>();
  while (content[at] === ";") {
    const equals = content.indexOf("=", at);
    if (equals === -1) return undefined;
    const param = content.slice(at + 1, equals).toUpperCase();
    const values: string[] = [];
    at = equals;
    do {
      const end = content[at + 1] === '"' ? content.indexOf('"', at + 2) : endOfParamValue(content, at + 1);
      if (end === -1) return undefined;
      values.push(content[at + 1] === '"' ? content.slice(at + 2, end) : content.slice(at + 1, end));
      at = content[end] === '"' ? end + 1 : end;
    } while (content[at] === ",");
    // The first one wins where a parameter is given twice; RFC 5545 forbids it.
    if (!params.has(param)) params.set(param, values);
  }
  return content[at] === ":" ? { params, value: content.slice(at + 1) } : undefined;
}

function endOfParamValue(content: string, from: number): number {
  for (let at = from; at < content.length; at += 1) {
    const char = content[at];
    if (char === ":" || char === ";" || char === ",") return at;
  }
  return -1;
}
