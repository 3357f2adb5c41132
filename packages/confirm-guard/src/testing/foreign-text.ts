import { isRecord } from "./json-rpc.ts";

/** So many characters in a row are no coincidence. */
export const WINDOW = 8;

/** Finds pieces of foreign texts. */
export type ForeignText = {
  /** The first piece of a foreign text that occurs in any string of `value`, keys included. */
  in(value: unknown): string | undefined;
};

/** Knows foreign texts by all their windows of {@link WINDOW} characters; looks through a value in linear time. */
export function foreignText(texts: readonly string[]): ForeignText {
  const windows = new Set(texts.flatMap(windowsOf));
  return {
    in: (value) =>
      stringsIn(value)
        .flatMap(windowsOf)
        .find((window) => windows.has(window)),
  };
}

function windowsOf(text: string): string[] {
  const count = Math.max(0, text.length - WINDOW + 1);
  return Array.from({ length: count }, (_, at) => text.slice(at, at + WINDOW));
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isRecord(value) ? Object.entries(value).flatMap(stringsIn) : [];
}
