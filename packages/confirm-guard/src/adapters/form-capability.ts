import { ownProperty } from "../answer.ts";
import type { Port } from "../types.ts";

/** The first revision on which a call goes back with its question instead of the server pushing it. */
const FIRST_RETRY_REVISION = "2026-07-28";

/** Revisions are dates, so their order is the order of their text. */
export function isRetryRevision(revision: string | undefined): boolean {
  return revision !== undefined && revision >= FIRST_RETRY_REVISION;
}

/**
 * Whether a client can show a form. A bare `elicitation: {}` means it can, as on the revisions before URL mode; naming
 * only `url` means it cannot.
 */
export function formSupport(capabilities: unknown): "form" | Extract<Port, { kind: "none" }>["reason"] {
  const elicitation = ownProperty(capabilities, "elicitation");
  if (typeof elicitation !== "object" || elicitation === null || Array.isArray(elicitation))
    return "no-capability";
  if (isObject(ownProperty(elicitation, "form"))) return "form";
  return ownProperty(elicitation, "url") === undefined ? "form" : "url-only";
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}
