/** Longer names are compared by their beginning: sorting a long run of combining marks is not linear. */
const MAX_COMPARED = 255;

/** A name without what people do not tell apart: case, width, and how many blanks. */
export function folded(name: string): string {
  return name.slice(0, MAX_COMPARED).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim();
}

/** About the slug that Mealie makes of a name: no accents, and a dash for whatever is neither letter nor digit. */
export function slugLike(name: string): string {
  const plain = name.slice(0, MAX_COMPARED).normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .split(/[^\p{L}\p{N}]/u)
    .filter((part) => part !== "")
    .join("-");
}
