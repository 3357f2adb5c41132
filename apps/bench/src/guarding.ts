// The parts are not for sale one by one, so all of it comes from the sources, which the build only takes the types off.
import {
  createGuard,
  exact,
  factDate,
  type GuardedCall,
  type Question,
} from "../../../packages/confirm-guard/src/index.ts";
import { formOf } from "../../../packages/confirm-guard/src/question.ts";
import { openSeal, seal, sealKey } from "../../../packages/confirm-guard/src/seal.ts";
import { bindAct } from "../../../packages/confirm-guard/src/target.ts";
import { type Row, warmMedian } from "./measure.ts";

const CALLS_PER_RUN = 500;
const SERVER = "bench-mcp";
const AUDIENCE = ["https://dav.example.org/", "ada"];
const ARGS = { id: "event.L2NhbGVuZGFycy9hZGEvd29yay8.NDIuaWNz", scope: "series" };
const SUBJECT = exact("/calendars/ada/team/42.ics", '"5f3c-1"');
const QUESTION: Question = {
  action: "delete a recurring event and all 3 of its occurrences",
  consequence: "The calendar keeps no history, and this program cannot bring it back.",
  facts: { "Starts on": factDate({ date: "2026-09-14" }), "Invited people": 4 },
  callerValues: { Calendar: { path: "/calendars/ada/team/" } },
  yes: "Yes, delete it",
  no: "No, keep it",
};

/** What the guard itself costs, without the tool, the client and the person. */
export async function measureGuarding(): Promise<Row[]> {
  return [
    {
      what: "seal + open + fingerprint + question",
      value: await microseconds(parts()),
      unit: "µs",
      aim: "under 200",
    },
    {
      what: "guard.run, question and answer (2026-07-28)",
      value: await microseconds(questionAndAnswer()),
      unit: "µs",
      note: "both calls together, an in-memory store",
    },
  ];
}

async function microseconds(once: () => unknown): Promise<number> {
  const many = async (): Promise<void> => {
    for (let call = 0; call < CALLS_PER_RUN; call += 1) await once();
  };
  return ((await warmMedian(many)) / CALLS_PER_RUN) * 1_000;
}

function parts(): () => void {
  const key = sealKey(new Uint8Array(32).fill(7));
  return () => {
    const binding = bindAct({ audience: AUDIENCE, server: SERVER, tool: "delete_event", args: ARGS })(
      SUBJECT,
    )(key);
    formOf(SERVER, QUESTION, { changed: false });
    const issued = Date.now();
    const body = {
      nonce: "AAECAwQFBgcICQoL",
      issued,
      expires: issued + 600_000,
      principal: binding.call,
      ...binding,
    };
    if (!openSeal([key], seal(key, body)).ok) throw new Error("A seal did not open.");
  };
}

function questionAndAnswer(): () => Promise<void> {
  const guard = createGuard({
    server: SERVER,
    audience: AUDIENCE,
    elicitation: true,
    limits: { questionsPer10Min: Number.MAX_SAFE_INTEGER },
    warn: () => {},
  });
  let ran = 0;
  const call: GuardedCall<string> = {
    tool: "delete_event",
    args: ARGS,
    prepare: async () => ({ found: "42", ask: { subject: SUBJECT, question: QUESTION } }),
    run: async () => {
      ran += 1;
      return { content: [] };
    },
  };
  const responses = { confirm: { action: "accept", content: { decision: QUESTION.yes } } };
  return async () => {
    const before = ran;
    const asked = await guard.run({ kind: "retry" }, call);
    if (!("requestState" in asked)) throw new Error("The guard did not ask.");
    await guard.run({ kind: "retry", responses, state: asked.requestState }, call);
    if (ran !== before + 1) throw new Error("An approved call did not run.");
  };
}
