import { own, SET } from "server-kit";
import { z } from "zod";
import { ANSWERS } from "../../ical/edit/reply.ts";
import { renderMoment } from "../../ical/instants.ts";
import { carryOutReply, type Replied } from "../../invitation/carry-out.ts";
import { planReply, type PlannedReply } from "../../invitation/plan.ts";
import { replyQuestion, replySubject } from "../../invitation/question.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const respondToEvent = defineTool({
  name: "respond_to_event",
  title: "Answer an invitation",
  description:
    "Answers an invitation, for one occurrence or a whole series. A person is asked first, and told whether mail goes out. Only your own answer changes. In `mail`, `sent` and `delivered` are what the server noted, `expected` only what it promises.",
  input: z.strictObject({
    id: schema.entryId,
    response: z.enum(ANSWERS),
    scope: z
      .enum(["this_occurrence", "entire_series"])
      .optional()
      .describe("How far it reaches. Default: what `id` names."),
  }),
  output: z.object({
    id: z.string(),
    response: z.enum(ANSWERS),
    changed: z.boolean().describe("False when the calendar already said so, and nobody was asked"),
    reaches: z.enum(["event", "one_occurrence", "some_occurrences", "series"]),
    occurrences: z
      .number()
      .int()
      .optional()
      .describe("How many have this answer now, where they can be counted"),
    start: schema.momentOutput.optional().describe("Of the event or occurrence, or where the series begins"),
    mail: z.enum(["none", "not-known", "expected", "pending", "sent", "delivered", "failed"]),
    verified: z.boolean().describe("It was read back, and the answer is in it"),
    notes: z.array(z.string()).optional(),
  }),
  annotations: SET,
  prepare: async ({ id, response: answer, scope }, call) => {
    const account = call.deps;
    const reply = await planReply(account, { id, answer, scope }, call);
    if (reply.text === undefined) return { found: reply, ask: null };
    const { opened, people, occurrence } = reply;
    const target = { ...reply, invited: people.invited.size, calendar: opened.calendar.id };
    return {
      found: reply,
      ask: {
        subject: replySubject(opened.entry, target, occurrence?.recurrence),
        question: replyQuestion(target, { host: account.host, zone: account.config.timezone }),
      },
    };
  },
  run: async ({ id }, call, reply) => {
    if (reply.text === undefined) return own({ ...resultOf(id, reply, ALREADY), changed: false });
    const replied = await carryOutReply(call.deps, reply, reply.text, call);
    return own({ ...resultOf(id, reply, replied), changed: true });
  },
});

const ALREADY: Replied = {
  mail: "none",
  verified: true,
  notes: ["This was the answer already. Nothing was changed, and nothing was sent by this call."],
};

const REACHES = {
  single: "event",
  occurrence: "one_occurrence",
  some: "some_occurrences",
  series: "series",
} as const;

function resultOf(
  id: string,
  reply: PlannedReply,
  { mail, verified, notes }: Replied,
): Record<string, unknown> {
  const { answer, reach, starts, opened } = reply;
  return {
    id,
    response: answer,
    reaches: REACHES[reach.kind],
    ...countOf(reply),
    ...(starts === undefined ? {} : { start: renderMoment(starts, starts.zone ?? opened.view.zone) }),
    mail,
    verified,
    ...(notes.length === 0 ? {} : { notes }),
  };
}

function countOf({ reach }: PlannedReply): { occurrences?: number } {
  if (reach.kind === "some") return { occurrences: reach.count };
  if (reach.kind !== "series" || reach.count.kind !== "count") return {};
  return { occurrences: reach.count.count - reach.notInvited };
}
