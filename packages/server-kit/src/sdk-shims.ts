/**
 * What the bundles of the servers hold in place of the SDK's own `_shims`, which bring a whole JSON Schema validator
 * (ajv) to each start. The SDK asks it for the answers to `elicitInput` alone, and the guard, which asks the questions
 * here, reads every answer itself. Should anything come to need it, that fails: nothing is ever taken for valid unseen.
 *
 * @module
 */
export const { process } = globalThis;

export class DefaultJsonSchemaValidator {
  getValidator(): never {
    throw new TypeError("There is no JSON Schema validator in this program.");
  }
}
