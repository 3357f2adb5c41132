/** A request to a real Mealie 2.0.0 and its answer, of which ids, slugs and dates are kept, and no other text. */
export type Exchange = {
  method: string;
  path: string;
  body: unknown;
  status: number;
  contentType: string;
  response: unknown;
};

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Puts the ids of this run in place of those that were recorded. */
export function idsOf(known: Readonly<Record<string, string>>) {
  const ids = new Map(Object.entries(known));
  return {
    /** Learns which recorded id stands for which of now, where both answers have one in the same place. */
    learn(recorded: unknown, now: unknown): void {
      if (typeof recorded === "string" && typeof now === "string") {
        if (ID.test(recorded) && !ids.has(recorded)) ids.set(recorded, now);
        return;
      }
      if (typeof recorded !== "object" || typeof now !== "object" || recorded === null || now === null)
        return;
      const fields = new Map(Object.entries(now));
      for (const [key, value] of Object.entries(recorded)) this.learn(value, fields.get(key));
    },
    put(text: string): string {
      return text.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => ids.get(id) ?? id);
    },
  };
}

/**
 * Where two answers have other fields, other numbers, or lists of another length; lists are compared by their first
 * entries. Of a page only the fields are compared, since the real instance held more than the recording put into it.
 */
export function otherFields(recorded: unknown, now: unknown, at = "answer"): string[] {
  return differences(recorded, now, at).filter((found) => !(isPage(recorded) && COUNTED.test(found)));
}

const COUNTED = /entries before|^answer\.(?:per_page|total|total_pages|items\[0\]\.id): /;

function isPage(recorded: unknown): boolean {
  return typeof recorded === "object" && recorded !== null && Object.hasOwn(recorded, "total_pages");
}

function differences(recorded: unknown, now: unknown, at: string): string[] {
  if (kindOf(recorded) !== kindOf(now)) {
    // A field may be null now and then, but no list is a record.
    const either = [recorded, now].some((value) => value === null) && at !== "answer";
    return either ? [] : [`${at}: ${kindOf(recorded)} before, ${kindOf(now)} now`];
  }
  if (Array.isArray(recorded) && Array.isArray(now)) {
    if (recorded.length !== now.length)
      return [`${at}: ${recorded.length} entries before, ${now.length} now`];
    if (recorded.length === 0) return [];
    return differences(recorded[0], now[0], `${at}[0]`);
  }
  if ((typeof recorded === "number" || typeof recorded === "boolean") && recorded !== now)
    return [`${at}: ${String(recorded)} before, ${String(now)} now`];
  if (typeof recorded !== "object" || typeof now !== "object" || recorded === null || now === null) return [];
  const before = new Map(Object.entries(recorded));
  const after = new Map(Object.entries(now));
  // What lies under `input` and `extras` is data, and its names are no fields.
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((key) => {
    if (!after.has(key)) return [`${at}.${key}: is missing`];
    if (!before.has(key)) return [`${at}.${key}: is new`];
    return key === "input" || key === "extras" || key === "ctx"
      ? []
      : differences(before.get(key), after.get(key), `${at}.${key}`);
  });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "list" : typeof value;
}
