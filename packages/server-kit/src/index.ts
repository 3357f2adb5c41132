export type { Budget } from "./budget.ts";
export type { GuardedFetch, GuardedInit } from "./http/guarded-fetch.ts";
