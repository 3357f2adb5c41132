/**
 * What Mealie finds for search words: whatever holds any of them, with those that hold them all together first; words in
 * double quotes are looked for as they are.
 */
export function searched<Item>(
  items: readonly Item[],
  query: URLSearchParams,
  textsOf: (item: Item) => readonly string[],
): readonly Item[] {
  const search = (query.get("search") ?? "").toLowerCase().trim();
  if (search === "") return items;
  const literal = /^"(.*)"$/.exec(search)?.[1];
  const words = literal === undefined ? search.split(/\s+/) : [literal];
  const whole = literal ?? search;
  const holds = (item: Item, word: string): boolean =>
    textsOf(item).some((text) => text.toLowerCase().includes(word));
  const found = items.filter((item) => words.some((word) => holds(item, word)));
  return [...found.filter((item) => holds(item, whole)), ...found.filter((item) => !holds(item, whole))];
}
