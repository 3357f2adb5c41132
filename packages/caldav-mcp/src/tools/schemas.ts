import { z } from "zod";
import { MAX_CURSOR_LENGTH } from "../listing/cursor.ts";
import { MAX_ENTRY_ID_LENGTH } from "../dav/entry-id.ts";
import { EVERY_STATUS } from "../ical/entry-status.ts";
import { TEXT_LIMITS } from "../ical/gate.ts";

/** Shapes that several tools share; each says what it means, since a model reads it. */

const id = z.string().min(1).max(MAX_ENTRY_ID_LENGTH);
export const entryId = id.describe("From a listing, unchanged.");
export const entryIds = z.array(id).min(1).max(20).optional();

export const calendarId = z.string().min(1).max(1024).describe("From list_calendars, unchanged.");

export const calendarIds = z
  .array(z.string().min(1).max(1024))
  .min(1)
  .max(64)
  .optional()
  .describe("Ids from list_calendars. Default: all.");

/** How a day or a time is written; a tool says it once, at the argument that its others refer to. */
export const MOMENT = "YYYY-MM-DD, or YYYY-MM-DDTHH:MM in `timezone` or with an offset (Z, +02:00).";

export const moment = z.string().min(4).max(64);
export const momentInput = moment.describe(MOMENT);

export const timezone = z
  .string()
  .min(1)
  .max(64)
  .optional()
  .describe("IANA name. Default: the configured zone.");

export const limit = z.number().int().min(1).max(500).optional().describe("Rows of a page, at most 500.");

export const cursor = z
  .string()
  .min(1)
  .max(MAX_CURSOR_LENGTH)
  .optional()
  .describe("The previous page's `cursor`, in place of `from`, `to` and `timezone`; the rest as before.");

export const summary = z.string().min(1).max(TEXT_LIMITS.summary).describe("The title.");
export const description = z.string().max(TEXT_LIMITS.description).optional().describe("Plain text.");
export const location = z.string().max(TEXT_LIMITS.location).optional();
export const categories = z
  .array(z.string().min(1).max(TEXT_LIMITS.category))
  .max(TEXT_LIMITS.categories)
  .optional();

const recurrenceParts = z.strictObject({
  frequency: z.enum(["daily", "weekly", "monthly", "yearly"]),
  interval: z.number().int().min(1).max(1_000).optional(),
  until: moment.optional().describe("As `start`: the last day, included, or the last time."),
  count: z.number().int().min(1).max(10_000).optional(),
  by_weekday: z
    .array(z.string().min(2).max(16))
    .min(1)
    .max(64)
    .optional()
    .describe("MO, 2TU (the second), -1FR (the last)"),
  by_month_day: z.array(z.number().int().min(-31).max(31)).min(1).max(62).optional().describe("-1: the last"),
  by_month: z.array(z.number().int().min(1).max(12)).min(1).max(12).optional(),
  by_set_position: z.array(z.number().int().min(-366).max(366)).min(1).max(64).optional(),
  week_start: z.enum(["MO", "TU", "WE", "TH", "FR", "SA", "SU"]).optional(),
});

export const recurrence = z
  .union([z.string().min(1).max(500), recurrenceParts])
  .optional()
  .describe(
    "As parts, with `until` or `count` but not both, or as an RRULE such as FREQ=MONTHLY;BYDAY=-1FR;COUNT=12.",
  );

export const reminder = z.strictObject({
  minutes_before: z.number().int().min(0).max(527_040).optional(),
  at: moment.optional().describe("As `start`."),
});

export const reminderList = z.array(reminder).max(20).optional();
export const reminders = reminderList.describe("Each `minutes_before` the start, or `at` a time.");

/** A moment in a result. Ends are exclusive: an all-day event on the 14th ends on the 15th. */
export const momentOutput = z.object({
  value: z.string().describe("2026-09-14T09:00:00+02:00, or 2026-09-14 for a whole day"),
  timezone: z.string().optional(),
  all_day: z.boolean(),
  floating: z.boolean().optional().describe("Written without a time zone; read in the configured one"),
});

/** How a new series repeats, and when first. */
export const newSeries = z.object({
  words: z.string(),
  rule: z.string(),
  occurrences: z.number().int().optional(),
  endless: z.boolean().optional(),
  first: z.array(momentOutput).describe("The starts of its first occurrences"),
});

/** What every answer about a new entry says. */
export const created = {
  created: z.literal(true),
  id: z.string(),
  calendar_id: z.string(),
  verified: z.boolean().describe("It was read back from the server after the write"),
  notes: z.array(z.string()).describe("What the caller should know, such as times that were adjusted"),
};

/** A string that somebody else wrote: data, never instructions. */
export const foreignText = z.string();

export const status = z.enum(EVERY_STATUS);

export const reply = z.enum(["needs-action", "accepted", "declined", "tentative", "delegated", "other"]);

/** How many there are of a list that is not shown in full. */
export const total = z.number().int().optional().describe("How many there are, when not all are shown");

export const person = z.object({ name: foreignText.optional(), address: foreignText.optional() });

export const reminderOutput = z.object({
  action: z.enum(["display", "email", "audio", "other"]),
  minutes_before: z.number().optional(),
  at: momentOutput.optional(),
});

export const attachments = z
  .array(
    z.object({
      inline: z.boolean(),
      bytes: z.number().optional(),
      untrusted_text: z.object({ media_type: foreignText.optional(), address: foreignText.optional() }),
    }),
  )
  .describe("Named only; they are never fetched.");

/** How a stored series repeats. */
export const recurrenceOutput = z.object({
  words: z.string(),
  rule: z.string().optional().describe("RRULE, written anew from the parts that could be read"),
  exceptions: z.number().int().describe("Occurrences that are left out"),
  edited: z.number().int().describe("Occurrences that were changed on their own"),
});

/** What the details of an entry of any kind hold. */
export const detailParts = {
  attendees: z.array(
    z.object({
      reply,
      role: z.enum(["chair", "required", "optional", "informed", "other"]),
      own: z.boolean(),
      untrusted_text: person,
    }),
  ),
  attendees_total: total,
  organiser: z.object({ own: z.boolean(), untrusted_text: person }).optional(),
  attachments,
  attachments_total: total,
  categories_total: total,
  recurrence: recurrenceOutput.optional(),
};

/** The texts of an entry of any kind. */
export const detailTexts = {
  summary: foreignText.optional(),
  location: foreignText.optional(),
  description: foreignText.optional(),
  url: foreignText.optional(),
  categories: z.array(foreignText).optional(),
};

/** What was overwritten and is in no other field: parameters, texts of reminders, words that no field knows. */
export const asWritten = z.array(foreignText).optional().describe("Lines that went, where they said more");

/** What the fields that were changed held before. */
export const replaced = z
  .object({
    status: status.nullable().optional(),
    transparent: z.boolean().nullable().optional(),
    start: momentOutput.nullable().optional(),
    end: momentOutput.nullable().optional(),
    due: momentOutput.nullable().optional(),
    recurrence: z
      .object({
        words: z.string(),
        rule: z.string().optional(),
        extra_dates: z.array(momentOutput).optional().describe("Single dates beside the rule"),
        excluded: z.array(momentOutput).optional().describe("Occurrences that were left out"),
        edited: z.number().int().describe("Occurrences that were changed on their own"),
      })
      .nullable()
      .optional(),
    reminders: z
      .array(z.object({ minutes_before: z.number().optional(), at: momentOutput.optional() }))
      .nullable()
      .optional()
      .describe("Those that a change replaces; mails and sounds stay"),
    priority: z.number().int().nullable().optional(),
    percent_complete: z.number().int().nullable().optional(),
    completed: momentOutput.nullable().optional(),
    untrusted_text: z
      .object({
        summary: foreignText.nullable().optional(),
        description: foreignText.nullable().optional(),
        location: foreignText.nullable().optional(),
        url: foreignText.nullable().optional(),
        categories: z.array(foreignText).nullable().optional(),
        as_written: asWritten,
      })
      .optional(),
  })
  .describe("What the changed fields held before; null where there was nothing");

export const today = z.object({ date: z.string(), weekday: z.string(), timezone: z.string() });

/** What a listing could not show, so that a short list never passes for a complete one. */
export const listingGaps = {
  cursor: z.string().optional().describe("Present when there is more: pass it to go on after this page."),
  unreadable: z.number().int().optional().describe("Entries that could not be read"),
  missing: z.number().int().optional().describe("Entries that the server named but did not return"),
  not_expanded: z
    .array(z.string())
    .optional()
    .describe("Ids of series whose rule could not be expanded, at most 20"),
  not_expanded_count: z.number().int().optional().describe("How many there are of these"),
  withheld: z.number().int().optional().describe("Calendars that the configuration keeps out of reach"),
  skipped: z
    .number()
    .int()
    .optional()
    .describe("Calendars that cannot be used, as list_calendars counts them"),
  incomplete: z.boolean().optional().describe("Cut short: there may be more"),
  not_reached: z
    .array(z.object({ calendar_id: z.string(), reason: z.string() }))
    .optional()
    .describe("Calendars that could not be read, and why, at most 20"),
  not_reached_count: z.number().int().optional().describe("How many there are of these"),
  stopped: z.string().optional().describe("Where the listing stopped when its budget was used up"),
};
