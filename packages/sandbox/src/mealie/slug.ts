/** The slug of a name, about as Mealie makes it; empty when nothing of the name can stand in one. */
export function slugOf(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== "")
    .join("-");
}
