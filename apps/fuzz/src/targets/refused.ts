import { CaldavError } from "../../../../packages/caldav-mcp/src/errors.ts";

/** What the work gives, or undefined when it refuses in the documented way; anything else it throws is a find. */
export function refusedOr<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof CaldavError) return undefined;
    throw error;
  }
}
