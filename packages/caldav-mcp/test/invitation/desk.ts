import { encodeEntryId } from "../../src/dav/entry-id.ts";
import { type Desk, type DeskOptions, openDesk } from "../deviations/desk.ts";

/** What respond_to_event is called with; `at` names an occurrence. */
export type Args = { response?: string; scope?: string; at?: string };

/** A desk with one invitation, on a server that handles them. */
export async function deskWith(text: string, options: DeskOptions = {}): Promise<Desk> {
  const desk = await openDesk({ script: ["yes"], scheduling: "on", ...options });
  desk.seed("planning.ics", text);
  return desk;
}

export const respond = (desk: Desk, { response = "accepted", scope, at }: Args = {}) =>
  desk.call("respond_to_event", {
    id: encodeEntryId({
      kind: "event",
      calendar: `${desk.sandbox.home}events/`,
      resource: "planning.ics",
      recurrence: at,
    }),
    response,
    ...(scope === undefined ? {} : { scope }),
  });

export const writes = (desk: Desk): number => desk.proxy.count({ method: "PUT" });
export const asked = (desk: Desk): string => desk.person.questions.map(({ message }) => message).join("\n");
