import * as fc from "fast-check";

type Edit = (value: unknown) => unknown;

/**
 * JSON that began as a valid message: members replaced, removed, renamed, wrapped, or said twice by way of `__proto__`.
 * Every member can be met, at whatever depth.
 */
export function mutatedJson(seeds: fc.Arbitrary<unknown>, words: readonly unknown[]): fc.Arbitrary<unknown> {
  const anything = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...words) },
    { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  );
  const key = fc.oneof(
    fc.constantFrom("__proto__", "constructor", "toString", ""),
    fc.constantFrom(...words.filter((word) => typeof word === "string")),
  );
  const place = fc.nat({ max: 200 });
  const edit: fc.Arbitrary<Edit> = fc.oneof(
    fc.tuple(place, anything).map(
      ([at, put]): Edit =>
        (value) =>
          atNode(value, at, () => put),
    ),
    fc.tuple(place, key).map(
      ([at, name]): Edit =>
        (value) =>
          atNode(value, at, (node) => ownMember(name, node)),
    ),
    fc.tuple(place, key, anything).map(
      ([at, name, put]): Edit =>
        (value) =>
          atNode(value, at, (node) => withMember(node, name, put)),
    ),
    fc.tuple(place, place).map(
      ([at, from]): Edit =>
        (value) =>
          atNode(value, at, () => nodeAt(value, from)),
    ),
    place.map(
      (at): Edit =>
        (value) =>
          atNode(value, at, (node) => [node]),
    ),
    place.map(
      (at): Edit =>
        (value) =>
          atNode(value, at, () => undefined),
    ),
  );
  return fc
    .tuple(seeds, fc.array(edit, { maxLength: 5 }))
    .map(([value, edits]) => edits.reduce((changed, change) => change(changed), value));
}

/** JSON.parse makes own members of every name. */
function ownMember(name: string, value: unknown): unknown {
  return JSON.parse(`{${JSON.stringify(name)}:${JSON.stringify(value) ?? "null"}}`);
}

function withMember(node: unknown, name: string, put: unknown): unknown {
  if (typeof node !== "object" || node === null || Array.isArray(node)) return ownMember(name, node);
  const members = Object.entries(node).map(
    ([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? "null"}`,
  );
  return JSON.parse(
    `{${[...members, `${JSON.stringify(name)}:${JSON.stringify(put) ?? "null"}`].join(",")}}`,
  );
}

/** The value with one node replaced; nodes are counted from the root down, and the count goes around. */
function atNode(value: unknown, at: number, change: (node: unknown) => unknown): unknown {
  const wanted = at % nodesOf(value).length;
  let count = -1;
  const walk = (node: unknown): unknown => {
    count += 1;
    if (count === wanted) {
      // What stands below is not walked any more.
      count = Number.MIN_SAFE_INTEGER;
      return change(node);
    }
    if (Array.isArray(node)) return node.map(walk).filter((member) => member !== undefined);
    if (typeof node !== "object" || node === null) return node;
    return fromMembers(Object.entries(node).map(([key, member]) => [key, walk(member)]));
  };
  return walk(value);
}

function fromMembers(members: [string, unknown][]): unknown {
  const kept = members.filter(([, member]) => member !== undefined);
  return JSON.parse(
    `{${kept.map(([key, member]) => `${JSON.stringify(key)}:${JSON.stringify(member)}`).join(",")}}`,
  );
}

function nodeAt(value: unknown, at: number): unknown {
  const nodes = nodesOf(value);
  return nodes[at % nodes.length];
}

function nodesOf(value: unknown): unknown[] {
  if (typeof value !== "object" || value === null) return [value];
  return [value, ...Object.values(value).flatMap(nodesOf)];
}
