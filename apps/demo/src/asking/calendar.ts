import { dayOf } from "../days.ts";
import { asRecord, asText, type Session } from "../session.ts";
import type { AskingTool } from "./page.ts";

/** The calendar beside the default ones that events can be moved to. */
export const DESTINATION = "club";

/** Every situation in which caldav-mcp asks, on the sample calendar around `now`. */
export async function calendarSituations(session: Session, now: number): Promise<readonly AskingTool[]> {
  const ids = await idsBySummary(session, now);
  const id = (summary: string): string => {
    const found = ids.get(summary);
    if (found === undefined) throw new Error(`The sample calendar holds no "${summary}".`);
    return found;
  };
  return [
    {
      tool: "update_event",
      when: "when the change reaches past one occurrence of a series. A change of a single event or of one occurrence asks nobody: the answer gives back what was replaced",
      situations: [
        {
          title: "All occurrences of a series",
          words:
            "The model moves a weekly rehearsal to another place, for the entire series. The new place is the caller's, so it stands below.",
          args: { id: id("Choir rehearsal"), scope: "entire_series", location: "School, music room" },
        },
        {
          title: "One occurrence and all later ones",
          words: "The series is cut in two; the question says what becomes of both parts.",
          args: {
            id: id("Choir rehearsal"),
            scope: "this_and_future",
            start: `${dayOf(now, 3)}T19:30`,
          },
        },
        {
          title: "How an event repeats",
          words: "A new rule may take occurrences away, so the question says how many there will be.",
          args: { id: id("Pottery course"), scope: "entire_series", recurrence: "FREQ=WEEKLY;COUNT=2" },
        },
      ],
    },
    {
      tool: "delete_event",
      when: "always",
      situations: [
        {
          title: "One event",
          words:
            "The day and the time say which one it is. Its title is somebody's text and does not appear.",
          args: { id: id("Dentist") },
        },
        {
          title: "One occurrence of a series",
          words: "The series stays.",
          args: { id: id("Choir rehearsal"), scope: "this_occurrence" },
        },
        {
          title: "An occurrence and all later ones",
          words: "The earlier ones stay.",
          args: { id: id("Choir rehearsal"), scope: "this_and_future" },
        },
        {
          title: "A whole series",
          words: "The number of occurrences is the server's own arithmetic, from the rule as it is stored.",
          args: { id: id("Pottery course"), scope: "entire_series" },
        },
        {
          title: "Several entries at once",
          words:
            "Up to 20 entries stand on one question. A yes to three is none to four: another list is another question.",
          args: { ids: [id("Dentist"), id("Lunch with Grace"), id("Choir rehearsal")] },
        },
        {
          title: "A meeting that you organise",
          words:
            "On a server that handles invitations, a deletion sends mail. Where it is not known whether the server does, the question says that mail may go out.",
          args: { id: id("Project review") },
        },
        {
          title: "A meeting that somebody else organises",
          words: "To delete it is to decline it, where the server handles invitations.",
          args: { id: id("Workshop on sundials") },
        },
      ],
    },
    {
      tool: "move_event",
      when: "always",
      situations: [
        {
          title: "Into another calendar",
          words:
            "Calendars are often shared with different people, so a move changes who sees the event. Both calendars are named by the caller.",
          args: { id: id("Dentist"), destination_calendar_id: DESTINATION },
        },
      ],
    },
    {
      tool: "respond_to_event",
      when: "always",
      situations: [
        {
          title: "An answer to an invitation",
          words: "What has been sent to the organiser cannot be called back.",
          args: { id: id("Workshop on sundials"), response: "accepted" },
        },
      ],
    },
    {
      tool: "delete_task",
      when: "always",
      situations: [
        {
          title: "One task",
          words: "With the day that it is due, where it has one.",
          args: { id: id("Send the invoice") },
        },
        {
          title: "A repeating task",
          words: "With the whole series, all of its occurrences go.",
          args: { id: id("Water the plants") },
        },
      ],
    },
    {
      tool: "delete_journal",
      when: "always",
      situations: [
        {
          title: "One journal entry",
          words: "Its date, where it has one, and the calendar that the caller named.",
          args: { id: id("Garden notes") },
        },
      ],
    },
  ];
}

/** Of a series, the next occurrence. */
async function idsBySummary(session: Session, now: number): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  const lists = [
    { tool: "list_events", args: { from: dayOf(now), to: dayOf(now, 8) }, rows: "events" },
    { tool: "list_tasks", args: {}, rows: "tasks" },
    { tool: "list_journals", args: {}, rows: "journals" },
  ];
  for (const { tool, args, rows } of lists) {
    const { data } = await session.call(tool, args);
    const listed = data[rows];
    for (const { id, untrusted_text } of Array.isArray(listed) ? listed.map(asRecord) : []) {
      const summary = asText(asRecord(untrusted_text)["summary"]) ?? "";
      if (!ids.has(summary)) ids.set(summary, asText(id) ?? "");
    }
  }
  return ids;
}
