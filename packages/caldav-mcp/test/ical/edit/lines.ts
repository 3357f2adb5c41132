/** The lines of a calendar object, folds included, without their endings. */
export function linesOf(text: string): string[] {
  return text.split(/\r?\n(?![ \t])/);
}

export function lostFrom(before: string, after: string): string[] {
  const there = new Set(linesOf(after));
  return linesOf(before).filter((line) => !there.has(line));
}

export function comeIn(before: string, after: string): string[] {
  return lostFrom(after, before);
}
