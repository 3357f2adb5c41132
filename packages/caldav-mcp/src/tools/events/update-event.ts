import { failed, framed, REPLACE } from "server-kit";
import { z } from "zod";
import { carryOut } from "../../editing/carry-out.ts";
import { toldOf } from "../../editing/invited.ts";
import { outcomeOf } from "../../editing/outcome.ts";
import { isOver } from "../../editing/over.ts";
import { isChange, isFarReaching, planEdit } from "../../editing/plan.ts";
import { editQuestion } from "../../editing/question.ts";
import { asItStands, readBack } from "../../editing/read-back.ts";
import { readUpdate } from "../../editing/requested.ts";
import { subjectOf } from "../../editing/subject.ts";
import { STATUSES } from "../../ical/entry-status.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { editedSeries } from "./schemas.ts";

export const updateEvent = defineTool({
  name: "update_event",
  title: "Change an event",
  description:
    "Changes an event, one occurrence, this and all later ones, or a whole series. What is left out stays; `null` clears a field, and a list takes the place of the whole one before it. A person is asked first when a change reaches past one occurrence. `replaced` gives what was there before.",
  input: z.strictObject({
    id: schema.entryId,
    scope: z
      .enum(["this_occurrence", "this_and_future", "entire_series"])
      .optional()
      .describe("How far it reaches; `recurrence` needs entire_series. Default: what `id` names."),
    summary: schema.summary.optional(),
    start: schema.moment
      .optional()
      .describe(
        `${schema.MOMENT} Of what \`id\` names; all that \`scope\` reaches moves by as much. Alone it keeps the length.`,
      ),
    end: schema.moment
      .optional()
      .describe("As `start`, exclusive. Needed to make a date a time, or a time a date."),
    timezone: schema.timezone,
    description: schema.description.nullable(),
    location: schema.location.nullable(),
    categories: schema.categories.nullable(),
    status: z.enum(STATUSES.event).nullable().optional(),
    transparent: z.boolean().nullable().optional().describe("true: leaves its owner free."),
    recurrence: schema.recurrence.nullable(),
    reminders: schema.reminders.nullable(),
  }),
  output: z.object({
    updated: z.boolean().describe("false: everything was like this already, and nothing was written"),
    id: z.string().describe("What was changed, as it is named now"),
    earlier_series_id: z
      .string()
      .optional()
      .describe("After a split: the series with the earlier occurrences; `id` is the new one"),
    scope: z.enum(["event", "this_occurrence", "this_and_future", "entire_series"]),
    occurrences_changed: z.number().int().optional().describe("Left out when there is no end of them"),
    edited_kept: z
      .number()
      .int()
      .describe("Occurrences that were edited on their own and keep what they changed"),
    start: schema.momentOutput.optional(),
    end: schema.momentOutput.optional(),
    weekday: z.string().optional(),
    recurrence: editedSeries.optional(),
    invited_people: z.number().int().describe("Other people who are invited to what was changed"),
    invited_people_told: z
      .enum(["yes", "no", "unknown"])
      .describe("Whether the calendar server tells them of the change"),
    verified: z.boolean().describe("It was read back from the server after the write"),
    replaced: schema.replaced,
    notes: z.array(z.string()).describe("What the caller should know, such as times that were adjusted"),
  }),
  annotations: REPLACE,
  essential: true,
  prepare: async ({ id, scope, ...given }, call) => {
    const account = call.deps;
    const requested = readUpdate(given);
    const editing = await planEdit(account, { id, scope, requested }, call);
    const people = editing.invited;
    const scheduling = people.invited.size > 0 ? await account.scheduling(editing.discovery, call) : "no";
    const over = isOver(editing, account.now());
    const told = toldOf(people, { fields: requested.fields, scheduling, over });
    const found = { editing, told };
    if (!isFarReaching(editing)) return { found, ask: null };
    const setting = { host: account.host, told, zone: account.config.timezone };
    return { found, ask: { subject: subjectOf(editing, told), question: editQuestion(editing, setting) } };
  },
  run: async (_args, call, { editing, told }) => {
    if (!isChange(editing))
      return framed(outcomeOf(editing, { told, seen: asItStands(editing), rest: undefined }));
    const written = await carryOut(call.deps, editing, call);
    if (written.outcome === "half-done") return failed(written.message);
    const rest = written.restResource;
    const seen = await readBack(call.deps, { editing, restResource: rest }, call);
    return framed(outcomeOf(editing, { told, seen, rest }));
  },
});
