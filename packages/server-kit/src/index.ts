export type { Budget } from "./budget.ts";
export type { GuardedFetch, GuardedInit } from "./http/guarded-fetch.ts";
export { failed, framed, type Outcome, own } from "./result.ts";
export { type Annotations, type Call, type Prepared, type Tool, type ToolEntry, toolsFor } from "./tool.ts";
