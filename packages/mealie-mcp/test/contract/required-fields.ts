/**
 * By the name of a schema: the fields of an answer without which a tool can do nothing right, although the documents call
 * nearly all of them optional.
 */
export const REQUIRED_FIELDS: Readonly<Record<string, readonly string[]>> = {};
