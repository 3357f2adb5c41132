/** A path under `api/`, made only by {@link apiPath}. */
export type ApiPath = string & { readonly brand: unique symbol };

/**
 * A path below the instance's `api/`, each part one segment. An id that holds a slash or dots cannot lead elsewhere.
 *
 * @throws RangeError for a part that is no segment
 */
export function apiPath(...parts: readonly [string, ...string[]]): ApiPath {
  const path = parts.map((part) => {
    if (part === "" || part === "." || part === "..") throw new RangeError("This is no part of a path.");
    return encodeURIComponent(part);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where the brand is given
  return `api/${path.join("/")}` as ApiPath;
}
