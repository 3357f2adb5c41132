// Bundled into one file and run: asks once, and runs once after the yes.
import { createGuard, exact, type GuardedCall, untrustedResult } from "confirm-guard";

const guard = createGuard({ server: "bundled", audience: null, elicitation: true, warn: () => {} });
const call: GuardedCall<string> = {
  tool: "delete_note",
  args: {},
  prepare: async () => ({
    found: "7",
    ask: {
      subject: exact("7", 3),
      question: { action: "delete a note", consequence: "There is no copy.", yes: "Yes, delete it" },
    },
  }),
  run: async () => untrustedResult({ deleted: 7 }, { source: "bundled" }),
};
const asked = await guard.run({ kind: "retry" }, call);
if (!("resultType" in asked)) throw new Error("Nothing was asked.");
const answer = { action: "accept", content: { decision: "Yes, delete it" } };
const done = await guard.run(
  { kind: "retry", responses: { confirm: answer }, state: asked.requestState },
  call,
);
process.stdout.write("content" in done && done.isError !== true ? "asked, then ran" : "went wrong");
