import { registerHooks } from "node:module";

// Loaded before a server with `--import`: the same files then run on the oldest SDK v1 that is allowed, and on zod 3.25,
// whose `zod/v4` is the oldest zod 4 there is.
registerHooks({
  resolve: (specifier, context, next) => {
    const sdk = /^@modelcontextprotocol\/sdk(?<path>\/.*)?$/u.exec(specifier);
    if (sdk !== null) return next(`sdk-oldest${sdk.groups?.["path"] ?? ""}`, context);
    const zod = /^zod(?<path>\/.*)?$/u.exec(specifier);
    if (zod === null) return next(specifier, context);
    return next(`zod-3${zod.groups?.["path"] ?? ""}`, { ...context, parentURL: import.meta.url });
  },
});
