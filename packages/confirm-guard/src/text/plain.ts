import { clean } from "./clean.ts";

const mark = /[<>"\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/** Whether a string may stand outside `untrusted_text`: one line that cleaning leaves as it is, without `<`, `>`, `"`. */
export function isPlain(text: string): boolean {
  return !mark.test(text) && !clean(text).changed;
}

/**
 * Whether a string that a server sent may be printed byte for byte as an id or a path: no space, control, invisible
 * or private-use code point, no `<`, `>` or `"`, nothing that begins a markdown image. Drop and count a record whose
 * id fails; an id cannot be cleaned, since it has to come back unchanged.
 *
 * @param text - the id or path as received.
 *
 * @example
 * ```ts
 * import { isPlainId } from "confirm-guard";
 *
 * isPlainId("/calendars/team/"); // true
 * isPlainId("/calendars/my work/"); // false
 * ```
 */
export function isPlainId(text: string): boolean {
  return text !== "" && isPlain(text) && !/\p{Z}/u.test(text);
}
