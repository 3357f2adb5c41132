export type { ComponentName } from "./caldav/calendar-object.ts";
export type { FreeBusy } from "./caldav/free-busy.ts";
export { type Sandbox, type SandboxOptions, type SandboxStore, startSandbox } from "./caldav/sandbox.ts";
export type { Scheduling } from "./caldav/scheduling.ts";
export type { CalendarSetup, User } from "./caldav/store.ts";
export { type SampleEntry, sampleCalendar } from "./sample/sample-calendar.ts";
export { sampleHousehold } from "./sample/sample-household.ts";
export {
  type SeenExchange,
  type SeenRequest,
  type StandIn,
  type StandInOptions,
  startStandIn,
} from "./mealie/stand-in.ts";
export { type ApiDocument, type Contract, readContract } from "./mealie/contract/contract.ts";
export { type Fault, type FaultAnswer, type FaultName, FAULTS } from "./mealie/faults.ts";
export { emptyState, type MealieState, type MealieUser } from "./mealie/state.ts";
export type { MealieVersion } from "./mealie/version.ts";
export {
  type MealieIngredient,
  type MealieRecipe,
  newIngredient,
  newRecipe,
} from "./mealie/state/recipes.ts";
