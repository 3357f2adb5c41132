/**
 * The anchor of a heading as file browsers of code hosts make it, so that a link such as `page.md#one-call` leads to
 * the same place there and on the site.
 */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
    .replaceAll(" ", "-");
}
