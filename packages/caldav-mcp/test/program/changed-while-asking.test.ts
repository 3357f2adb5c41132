import { outcomeOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { event } from "../behaviour/objects.ts";
import { ERAS, firstId, openDesk } from "./calendar.ts";

const LUNCH = "DTSTART:20260914T090000Z\nDTEND:20260914T100000Z\nSUMMARY:Lunch";
const SINGLE = event("lunch@example.org", LUNCH);
const SERIES = event("lunch@example.org", `${LUNCH}\nRRULE:FREQ=DAILY;COUNT=30`);

describe.each(ERAS)("an event that becomes a series while a person reads the question (%s)", (era) => {
  it("is not deleted by the yes to the first question; a fresh one says that it changed", async () => {
    await using desk = await openDesk();
    desk.seed("lunch.ics", SINGLE);
    const thenYes = ({ choices }: { choices: readonly string[] }) => {
      desk.seed("lunch.ics", SERIES);
      return { action: "accept", content: { decision: choices.at(-1) } };
    };
    const { connection, person } = await desk.client({ era, script: [{ answer: thenYes }, "no"] });

    const result = await connection.callTool("delete_event", { id: await firstId(connection) });

    expect(desk.stored("lunch.ics")).toBe(SERIES);
    expect(result.isError).toBe(true);
    const [first, second] = person.questions;
    expect(first?.message).toContain("delete an event.");
    expect(second?.message).toContain("This changed while you were deciding.");
    expect(second?.message).toContain("delete a recurring event and all 30 of its occurrences");
    expect(person.questions).toHaveLength(2);
  });

  it("is deleted after a yes to the fresh question", async () => {
    await using desk = await openDesk();
    desk.seed("lunch.ics", SINGLE);
    const thenYes = ({ choices }: { choices: readonly string[] }) => {
      desk.seed("lunch.ics", SERIES);
      return { action: "accept", content: { decision: choices.at(-1) } };
    };
    const { connection } = await desk.client({ era, script: [{ answer: thenYes }, "yes"] });

    const result = await connection.callTool("delete_event", { id: await firstId(connection) });

    expect(result.isError).not.toBe(true);
    expect(desk.stored("lunch.ics")).toBeUndefined();
  });

  it("is not deleted by a code that was issued for the single event", async () => {
    await using desk = await openDesk();
    desk.seed("lunch.ics", SINGLE);
    const { connection } = await desk.client({ era });
    const id = await firstId(connection);
    const issued = await connection.callTool("delete_event", { id });
    const code = /confirm_token "([^"]+)"/.exec(JSON.stringify(issued.content).replaceAll('\\"', '"'))?.[1];
    desk.seed("lunch.ics", SERIES);

    const result = await connection.callTool("delete_event", { id, confirm_token: code });

    expect(outcomeOf(result)).toBe("wrong-token");
    expect(desk.stored("lunch.ics")).toBe(SERIES);
  });
});
