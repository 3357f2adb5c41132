import { GuardUsageError } from "./errors.ts";

/**
 * Reads `ELICITATION`: unset, empty or `true` means that dialogs are shown, `false` that guarded tools fall back to the
 * two-call token. Spaces around it and its case do not matter.
 *
 * @param env - where to look; the environment of this process unless given.
 * @returns whether dialogs are on.
 * @throws GuardUsageError (`bad-elicitation`) on any other value, with one line that names both valid values. A program
 *   prints it and exits with code 1, because a typo must not leave the operator with the wrong belief.
 *
 * @example
 * ```ts
 * const elicitation = readElicitation({ ELICITATION: "false" }); // false
 * ```
 */
export function readElicitation(env: Readonly<Record<string, string | undefined>> = process.env): boolean {
  const value = Object.hasOwn(env, "ELICITATION") ? (env["ELICITATION"] ?? "") : "";
  switch (value.trim().toLowerCase()) {
    case "":
    case "true":
      return true;
    case "false":
      return false;
    default:
      throw new GuardUsageError(
        "bad-elicitation",
        "ELICITATION must be true or false; leave it out for true.",
      );
  }
}
