import type { Tool } from "./tool.ts";

const SAYS = /nothing was (?:read or )?changed/i;

/** The sentence of a failed write, saying that nothing was changed. */
export const sayingUnchanged = (message: string): string =>
  SAYS.test(message) ? message : `${message} Nothing was changed.`;

/**
 * A tool that writes, with whatever it throws handed to `fail`: there each failure comes to say whether something was
 * changed. One that only reads stays as it is.
 */
export const withFailures = <Deps>(tool: Tool<Deps>, fail: (error: unknown) => never): Tool<Deps> => {
  if (tool.annotations.readOnlyHint) return tool;
  const prepare = tool.prepare?.bind(tool);
  return {
    ...tool,
    ...(prepare && { prepare: async (args, call) => prepare(args, call).catch(fail) }),
    run: async (args, call, found) => tool.run(args, call, found).catch(fail),
  };
};
