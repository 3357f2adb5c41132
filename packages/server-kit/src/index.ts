export { CREATE, DELETE, MOVE, READ, REPLACE, SET } from "./annotations.ts";
export { type Budget, type BudgetOptions, createBudget, type OwnedBudget } from "./budget.ts";
export type { Opened } from "./answer.ts";
export type { ToolCard } from "./card.ts";
export {
  type CheckedProgram,
  type CheckReport,
  renderCheck,
  reportOnSettings,
  toolLines,
} from "./check-report.ts";
export { type Clock, systemClock, type Timer } from "./clock.ts";
export {
  type AccountEdges,
  type AccountSettings,
  type DefinedServer,
  defineServer,
  type ServerDefinition,
} from "./define-server.ts";
export {
  type Environment,
  isZoneName,
  readInteger,
  readList,
  readServerUrl,
  readStrictSwitch,
  readText,
  readZone,
} from "./environment.ts";
export { BudgetSpent, ConfigError, type Delivery, HttpFailure, type HttpFailureCode } from "./errors.ts";
export type { DescribeError, Described } from "./explain.ts";
export { authorizationOf, type CredentialNames, type Credentials } from "./http/credentials.ts";
export {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
  type GuardedInit,
} from "./http/guarded-fetch.ts";
export { type AllowedHost, parseAllowedHost } from "./http/hosts.ts";
export { isRefusedBeforehand } from "./http/refused-beforehand.ts";
export { type ProgramEdges, type ProgramHost, runProgram, type ServerProgram } from "./program.ts";
export { CLOSE_ENOUGH, likeness, pairsOf } from "./likeness.ts";
export { isRecord } from "./record.ts";
export { failed, framed, type Layout, type Outcome, own } from "./result.ts";
export { type ReadSecretFile, takeSecrets } from "./secrets.ts";
export { readSharedSettings, type SharedSettings, sharedVariables } from "./shared-settings.ts";
export { type Today, todayIn } from "./today.ts";
export {
  type Annotations,
  type Call,
  type PreparedTool,
  type Tool,
  type ToolEntry,
  toolsFor,
} from "./tool.ts";
export { sayingUnchanged, withFailures } from "./unchanged.ts";
export type { Variable } from "./variable.ts";
export { createWorkInHand, type WorkInHand } from "./work-in-hand.ts";
