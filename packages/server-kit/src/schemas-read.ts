/**
 * Tells zod, before it is loaded, to read its schemas as they stand. By itself it writes a function for each that it uses
 * (`new Function`), which pays when one is used often: a start uses many of the SDK's once. Those of the tools are made
 * when the first call comes, and `calls.ts` lets zod write functions for them.
 *
 * It is loaded before everything else, so it imports nothing; zod takes the settings that it finds there.
 *
 * @module
 */
export const readSchemasAsTheyStand = (): void => {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
};
