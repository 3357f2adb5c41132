import type { RequestBodies } from "./contract-types.ts";

declare const checked: unique symbol;

/** A JSON body that the contract knows, made only by {@link bodyFor}. */
export type RequestBody = { readonly [checked]: true };

/** The fields of any of the shapes that a value may have. */
type FieldOf<Known> = Known extends unknown ? keyof Known : never;
type At<Known, Key extends PropertyKey> = Known extends unknown
  ? Key extends keyof Known
    ? Known[Key]
    : never
  : never;
type ItemOf<Known> = Known extends readonly (infer Item)[] ? Item : never;

/** The same value, in which every field is one that is known. A record of any names goes back as Mealie sent it. */
type OnlyKnown<Given, Known> = unknown extends Known
  ? Given
  : Given extends readonly (infer Item)[]
    ? readonly OnlyKnown<Item, ItemOf<Known>>[]
    : Given extends object
      ? string extends keyof Given
        ? Given
        : { [Key in keyof Given]: Key extends FieldOf<Known> ? OnlyKnown<Given[Key], At<Known, Key>> : never }
      : Given;

/**
 * A body for a route. Mealie passes over fields that it does not know in silence, so here one is a type error, at any
 * depth, wherever the value comes from.
 *
 * @example
 * bodyFor("POST /api/recipes", { name: "Soup" });
 */
export function bodyFor<Route extends keyof RequestBodies, Given extends RequestBodies[Route]>(
  _route: Route,
  body: Given & OnlyKnown<Given, RequestBodies[Route]>,
): RequestBody {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the one place where the mark is given
  return body as unknown as RequestBody;
}
