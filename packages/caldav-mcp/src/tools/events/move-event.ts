import { MOVE, own } from "server-kit";
import { z } from "zod";
import { carryOutMove } from "../../moving/carry-out.ts";
import { planMove } from "../../moving/plan.ts";
import { moveQuestion, moveSubject } from "../../moving/question.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const moveEvent = defineTool({
  name: "move_event",
  title: "Move an event",
  description:
    "Moves an event or a whole series to another calendar. A person is asked first. When `outcome` is `copied`, it stands in both: tell the person, and do not move it again.",
  input: z.strictObject({
    id: schema.entryId.describe("From a listing. Of a series: that of an occurrence, up to its last dot."),
    destination_calendar_id: schema.calendarId,
  }),
  output: z.object({
    outcome: z.enum(["moved", "copied"]),
    id: z.string().describe("Its id in the other calendar"),
    old_id: z.string().describe("Names nothing any more, unless it was only copied"),
    calendar_id: z.string(),
    verified: z.boolean().describe("It was read in the other calendar, and is complete"),
    notes: z.array(z.string()).optional(),
  }),
  annotations: MOVE,
  prepare: async ({ id, destination_calendar_id: destinationId }, call) => {
    const account = call.deps;
    const move = await planMove(account, { id, destinationId }, call);
    const target = { ...move, calendar: move.opened.calendar.id, destination: move.destination.id };
    const question = moveQuestion(target, { host: account.host, zone: account.config.timezone });
    return { found: move, ask: { subject: moveSubject(move), question } };
  },
  run: async (_args, call, move) => {
    const { outcome, id, oldId, verified, notes } = await carryOutMove(call.deps, move, call);
    return own({
      outcome,
      id,
      old_id: oldId,
      calendar_id: move.destination.id,
      verified,
      ...(notes.length === 0 ? {} : { notes }),
    });
  },
});
