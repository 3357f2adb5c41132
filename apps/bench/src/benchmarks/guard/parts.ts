// The parts are not for sale one by one, so they come from the sources, which the build only takes the types off.
import { exact, factDate, type Question } from "../../../../../packages/confirm-guard/src/index.ts";
import { formOf } from "../../../../../packages/confirm-guard/src/question.ts";
import { openSeal, seal, sealKey } from "../../../../../packages/confirm-guard/src/seal.ts";
import { bindAct } from "../../../../../packages/confirm-guard/src/target.ts";

const SERVER = "bench-mcp";
const AUDIENCE = ["https://dav.example.org/", "ada"];
const SUBJECT = exact("/calendars/ada/team/42.ics", '"5f3c-1"');
const LIFETIME_MS = 600_000;
const QUESTION: Question = {
  action: "delete a recurring event and all 3 of its occurrences",
  consequence: "The calendar keeps no history, and this program cannot bring it back.",
  facts: { "Starts on": factDate({ date: "2026-09-14" }), "Invited people": 4 },
  callerValues: { Calendar: { path: "/calendars/ada/team/" } },
  yes: "Yes, delete it",
  no: "No, keep it",
};

/** Everything the guard computes for one question and its answer: fingerprint, question, seal, and opening that seal. */
export function guardParts(args: Record<string, string>): () => void {
  const key = sealKey(new Uint8Array(32).fill(7));
  return () => {
    const act = { audience: AUDIENCE, server: SERVER, tool: "delete_event", args };
    const binding = bindAct(act)(SUBJECT)(key);
    formOf(SERVER, QUESTION, { changed: false });
    const issued = Date.now();
    const body = {
      nonce: "AAECAwQFBgcICQoL",
      issued,
      expires: issued + LIFETIME_MS,
      principal: binding.call,
      ...binding,
    };
    if (!openSeal([key], seal(key, body)).ok) throw new Error("A seal did not open.");
  };
}
