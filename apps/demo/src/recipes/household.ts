import { paragraph } from "../draw.ts";
import { asRecord, asText } from "../session.ts";
import { judge, report, saidYes, silence, type Stage } from "../stage.ts";
import { type Effect, inspect, type Records } from "./inspect.ts";

/** A stage beside a household, which the stand-in itself shows. */
export type HouseholdStage = Stage & {
  records(): Records;
  /** Until when a recipe is to be shared: `YYYY-MM-DD`, in this zone. */
  lastDay: string;
  zone: string;
};

/** What a listing says of a thing: its id, and the name that people know it by. */
export type Named = { id: string; name: string };

/** What the model knows of the household before it acts. */
export async function listNames(
  { session }: Stage,
  { tool, rows }: { tool: string; rows: string },
): Promise<Named[]> {
  const { data } = await session.call(tool, {});
  const listed = data[rows];
  return (Array.isArray(listed) ? listed.map(asRecord) : []).map(({ id, untrusted_text }) => ({
    id: asText(id) ?? "",
    name: asText(asRecord(untrusted_text)["name"]) ?? "",
  }));
}

/** A call that a person is asked about, and a look into the household after the answer. Resolves with whether it was a yes. */
export async function playCall(
  stage: HouseholdStage,
  call: { tool: string; args: Record<string, unknown>; shown: string; texts: readonly string[] },
  effect: Effect,
): Promise<boolean> {
  const { session, screen, say } = stage;
  say(paragraph(screen, `\n→ ${call.tool}: ${call.shown}`));
  const before = stage.records();
  const answer = await session.call(call.tool, call.args);
  const yes = saidYes(session);
  report(stage, answer);
  judge(stage, silence(session.lastQuestion()?.dialog.message, { name: "household", texts: call.texts }));
  judge(stage, inspect(before, stage.records(), yes ? effect : "nothing"));
  return yes;
}
