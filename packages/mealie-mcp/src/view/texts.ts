import { untrusted, type Untrusted } from "confirm-guard";

/** Foreign texts, boxed; one that is missing or empty is left out. */
export function textsOf(
  texts: Readonly<Record<string, string | readonly string[] | undefined>>,
): Record<string, Untrusted | Untrusted[]> {
  const boxed: Record<string, Untrusted | Untrusted[]> = {};
  for (const [name, text] of Object.entries(texts)) {
    if (text === undefined || text.length === 0) continue;
    boxed[name] = typeof text === "string" ? untrusted(text) : text.map((one) => untrusted(one));
  }
  return boxed;
}

/** A record without the fields that are undefined. */
export function present(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
