import type { Target } from "../target.ts";
import { adapterTargets } from "./adapter.ts";
import { answersTarget } from "./answers.ts";
import { calendarTarget } from "./calendar.ts";
import { frameTarget } from "./frame.ts";
import { idsTarget } from "./ids.ts";
import { multistatusTarget } from "./multistatus.ts";
import { sealTarget } from "./seal.ts";

/** Every door to what comes from outside. */
export const TARGETS: readonly Target[] = [
  answersTarget,
  sealTarget,
  ...adapterTargets,
  multistatusTarget,
  calendarTarget,
  idsTarget,
  frameTarget,
];
