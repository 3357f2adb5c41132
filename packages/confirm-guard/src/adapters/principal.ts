import { createHash } from "node:crypto";

import { GuardUsageError } from "../errors.ts";
import type { Guard } from "../guard.ts";

/** What both SDK lines tell about who sent a request. */
export type Sender = {
  authInfo?: { clientId: string; token: string } | undefined;
  sessionId?: string | undefined;
};

/**
 * Stands for everybody who can reach a server that knows neither sign-in nor sessions: the one client on stdio. The same
 * in every process, since instances that share keys answer for one another; without those, no seal opens elsewhere.
 */
const EVERYBODY = JSON.stringify(["everybody"]);

/**
 * Who a call comes from, twice: by the guard's own `principal` where it has one, else by what the request tells.
 *
 * @throws GuardUsageError (`bad-options`) when `principal` returns no name: everybody without one would count as the same.
 */
export function sendersOf(guard: Guard, ctx: unknown, sender: Sender): { principal: string; person: string } {
  if (guard.principal === undefined) return { principal: principalFrom(sender), person: personFrom(sender) };
  const own: unknown = guard.principal(ctx);
  if (typeof own !== "string" || own === "") {
    const rule = "createGuard: principal must return a string that is not empty, and no promise of one.";
    throw new GuardUsageError("bad-options", `${rule} Nothing was asked and nothing was done.`);
  }
  return { principal: own, person: own };
}

/**
 * Whose no's count: the signed-in client, else everybody alike. Not the session: a client can open another one at any
 * time, and its person has said no all the same.
 */
export function personFrom({ authInfo }: Sender): string {
  return principalFrom({ authInfo });
}

/** Who an answer must come from: the signed-in client, else the session, else everybody alike. */
export function principalFrom(sender: Sender): string {
  const { authInfo, sessionId } = sender;
  if (authInfo !== undefined) {
    const bearer = createHash("sha256").update(authInfo.token, "utf8").digest("base64url");
    return JSON.stringify(["auth", authInfo.clientId, bearer]);
  }
  return sessionId === undefined ? EVERYBODY : JSON.stringify(["session", sessionId]);
}
