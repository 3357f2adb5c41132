import { type Desk, openDesk, type Row, shown } from "../deviations/desk.ts";
import { calendar, component } from "../ical/documents.ts";

export { type Desk, list, onDay, openDesk, shown, summaries } from "../deviations/desk.ts";

/** What one row of a listing says of its times, shortly: `start .. end`. */
export async function times(desk: Desk, args: Record<string, unknown>): Promise<string[]> {
  return (await rows(desk, args)).map(({ start, end }) => `${start.value} .. ${end.value}`);
}

export type EventRow = Row & {
  end: { value: string };
  start: { value: string; all_day: boolean; floating?: boolean };
  cancelled?: boolean;
  edited?: boolean;
};

export async function rows(desk: Desk, args: Record<string, unknown>): Promise<EventRow[]> {
  return shown(await desk.call("list_events", args))["events"] as EventRow[];
}

/** A desk with one calendar object, from the lines of its components; whoever is asked says yes once. */
export async function deskWith(...components: string[][]): Promise<Desk> {
  const desk = await openDesk({ script: ["yes"] });
  const written = components.map((lines) => component("VEVENT", "SUMMARY:Case", ...lines));
  desk.seed("case.ics", calendar(...written));
  return desk;
}

/** The stored event, line by line. */
export function storedLines(desk: Desk): string[] {
  return (desk.stored("case.ics") ?? "").split("\r\n");
}

/** Creates an event in the first calendar and returns its lines as the server holds them. */
export async function created(desk: Desk, event: Record<string, unknown>): Promise<string[]> {
  const result = await desk.call("create_event", {
    calendar_id: `${desk.sandbox.home}events/`,
    summary: "Case",
    ...event,
  });
  shown(result);
  const [path] = desk.sandbox.store.list(`${desk.sandbox.home}events/`);
  return (desk.sandbox.store.get(path ?? "")?.text ?? "").split("\r\n");
}
