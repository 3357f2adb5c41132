import { type JsonValue, ordered } from "confirm-guard";
import { storedVersion } from "../asking/stored-version.ts";
import type { Told } from "./invited.ts";
import type { Editing } from "./plan.ts";

/**
 * What an approval is about: the very entry as it was stored when it was read, how far the change reaches, and whether
 * people are told. What is to be changed stands in the arguments, which the approval covers as well.
 */
export function subjectOf({ entry, reach, recurrence }: Editing, told: Told): JsonValue {
  return ordered(storedVersion(entry), reach.kind, recurrence ?? "", told);
}
