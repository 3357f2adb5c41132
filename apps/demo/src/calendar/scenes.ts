import { dayOf } from "../days.ts";
import { heading, paragraph } from "../draw.ts";
import type { Person } from "../person.ts";
import { asRecord, asText } from "../session.ts";
import { judge, report, saidYes, silence, type Stage, tokenIn } from "../stage.ts";
import { inspect, type Objects, type Reach } from "./inspect.ts";

/** A stage beside a calendar, which the sandbox itself shows. */
export type CalendarStage = Stage & { objects(): Objects; now: number };

export type Entry = { id: string; summary: string; when: string; recurring: boolean };

export type Deletion = {
  title: string;
  why: string;
  reach: Reach;
  pick(entries: readonly Entry[]): Entry | undefined;
};

export const DELETIONS: readonly Deletion[] = [
  {
    title: "One occurrence of a series",
    why: "The model asks to delete one occurrence. The server reads the entry, finds that it is part of a series, and says so.",
    reach: "one occurrence",
    pick: (entries) => entries.find(({ recurring, summary }) => recurring && /choir/i.test(summary)),
  },
  {
    title: "A whole series",
    why: "The same tool with scope entire_series. The count in the question is the server's own arithmetic.",
    reach: "the whole entry",
    pick: (entries) => entries.find(({ recurring, summary }) => recurring && /pottery/i.test(summary)),
  },
  {
    title: "An entry that argues for itself",
    why: "Somebody else put an entry into this calendar whose text claims that it has been approved. Nothing of that text reaches the question.",
    reach: "the whole entry",
    pick: (entries) => entries.find(({ summary }) => /approved by|without asking/i.test(summary)),
  },
];

/** Lists the coming week; this is what the model knows when it asks for a deletion. */
export async function listWeek({ session, now }: CalendarStage): Promise<Entry[]> {
  const { data } = await session.call("list_events", { from: dayOf(now), to: dayOf(now, 8) });
  const events = Array.isArray(data["events"]) ? data["events"].map(asRecord) : [];
  return events.map((event) => ({
    id: asText(event["id"]) ?? "",
    summary: asText(asRecord(event["untrusted_text"])["summary"]) ?? "",
    when: `${asText(event["weekday"])?.slice(0, 3) ?? "   "} ${shortTime(asRecord(event["start"]))}`,
    recurring: event["recurring"] === true,
  }));
}

export async function showWeek(stage: CalendarStage, title: string): Promise<void> {
  const { screen, say } = stage;
  say(paragraph(screen, `\n${title}`));
  for (const { when, recurring, summary } of await listWeek(stage)) {
    say(paragraph(screen, `${when}  ${recurring ? "↻" : " "} ${summary}`, 2));
  }
}

/** Asks for one deletion as often as the person answers, and looks into the calendar after each answer. */
export async function playDeletion(
  stage: CalendarStage,
  person: Person,
  deletion: Deletion,
  entries: readonly Entry[],
): Promise<void> {
  const { screen, say, session } = stage;
  say(heading(screen, deletion.title));
  say(paragraph(screen, deletion.why));
  const entry = chosen(stage, deletion, entries);
  if (entry === undefined) return;
  const texts = entries.map(({ summary }) => summary);
  const scope = deletion.reach === "one occurrence" ? "this_occurrence" : "entire_series";
  for (let round = 0; round < person.rounds; round += 1) {
    if (round > 0) say(paragraph(screen, "\n→ delete_event: the same once more"));
    const before = stage.objects();
    const answer = await session.call("delete_event", {
      id: entry.id,
      ...(entry.recurring ? { scope } : {}),
    });
    const yes = saidYes(session);
    const expected = yes ? { reach: deletion.reach, resource: resourceOf(entry) } : "nothing";
    report(stage, answer);
    judge(stage, silence(session.lastQuestion()?.dialog.message, { name: "calendar", texts }));
    judge(stage, inspect(before, stage.objects(), expected));
    if (yes) break;
  }
  await person.pause();
}

/** A client that cannot ask: the first call does nothing and explains itself, the second brings the token back. */
export async function playToken(
  stage: CalendarStage,
  deletion: Deletion,
  entries: readonly Entry[],
): Promise<void> {
  const entry = chosen(stage, deletion, entries);
  if (entry === undefined) return;
  const args = { id: entry.id, scope: "this_occurrence" };
  const before = stage.objects();
  const first = await stage.session.call("delete_event", args);
  report(stage, first);
  judge(stage, inspect(before, stage.objects(), "nothing"));
  const token = tokenIn(first.text);
  if (token === undefined) {
    judge(stage, { asItShouldBe: false, sentence: "The first answer holds no token." });
    return;
  }
  stage.say(paragraph(stage.screen, "\nThe same call again, with the token. No person has seen anything."));
  const second = await stage.session.call("delete_event", { ...args, confirm_token: token });
  report(stage, second);
  judge(stage, inspect(before, stage.objects(), { reach: deletion.reach, resource: resourceOf(entry) }));
}

function chosen(stage: CalendarStage, deletion: Deletion, entries: readonly Entry[]): Entry | undefined {
  const entry = deletion.pick(entries);
  if (entry === undefined) {
    judge(stage, { asItShouldBe: false, sentence: `The calendar holds no entry for "${deletion.title}".` });
    return undefined;
  }
  stage.say(paragraph(stage.screen, `\n→ delete_event: ${entry.when}  ${entry.summary}`));
  return entry;
}

/** The resource's name stands in the third part of an entry's id. */
function resourceOf(entry: Entry): string {
  return Buffer.from(entry.id.split(".")[2] ?? "", "base64url").toString("utf8");
}

/** `2026-09-14T09:00:00+02:00` → `09-14 09:00`; an all-day date stays a date. */
function shortTime(start: Record<string, unknown>): string {
  const value = asText(start["value"]) ?? "";
  return start["all_day"] === true ? `${value.slice(5, 10)}      ` : value.slice(5, 16).replace("T", " ");
}
