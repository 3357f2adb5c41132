import { describe, expect, it } from "vitest";
import { shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import { asked, deskWith, respond } from "./desk.ts";
import { INVITED, single } from "./entries.ts";

describe("what is known about the mail", () => {
  it.each([
    ["on", "expected", "The server sends this answer to the organiser"],
    ["unknown", "not-known", "mail may go out"],
    ["off", "none", "no mail goes out"],
  ] as const)("is said before and after, where scheduling is %s", async (scheduling, mail, sentence) => {
    await using desk = await deskWith(single(), {
      scheduling,
      env: { CALDAV_USER_EMAIL: "ada@example.org" },
    });
    expect(shown(await respond(desk))).toMatchObject({ mail });
    expect(asked(desk)).toContain(sentence);
  });

  it.each([
    ["1.0", "pending"],
    ["1.1", "sent"],
    ["1.2;Delivered", "delivered"],
    ["2.0", "delivered"],
    ["3.7", "failed"],
    ["5.1", "failed"],
    ["junk", "expected"],
  ])("is what the server notes after the write: %s", async (status, mail) => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      const answered = await forward(request);
      const stored = desk.stored("planning.ics") ?? "";
      desk.seed("planning.ics", stored.replace("ORGANIZER;", `ORGANIZER;SCHEDULE-STATUS="${status}";`));
      return answered;
    });
    expect(shown(await respond(desk))).toMatchObject({ mail, verified: true });
  });

  it("is not denied by SCHEDULE-AGENT where nobody knows whether the server looks at it (F112)", async () => {
    const people = INVITED.replace("ORGANIZER;", "ORGANIZER;SCHEDULE-AGENT=NONE;");
    await using desk = await deskWith(single(people), { scheduling: "unknown" });
    expect(shown(await respond(desk))).toMatchObject({ mail: "not-known" });
    expect(asked(desk)).toContain("mail may go out");
  });

  it("may be sent to anybody where the event names no organiser", async () => {
    await using desk = await deskWith(single(INVITED.replace(/^ORGANIZER.*\n/, "")));
    expect(shown(await respond(desk))).toMatchObject({ mail: "not-known" });
    expect(asked(desk)).toContain("mail may go out");
  });

  it("is not taken from a note that stood there before", async () => {
    const people = INVITED.replace("ORGANIZER;", "ORGANIZER;SCHEDULE-STATUS=1.2;");
    await using desk = await deskWith(single(people));
    expect(shown(await respond(desk))).toMatchObject({ mail: "expected" });
  });

  it("stays open when the event cannot be read back, and the write is not denied", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      desk.proxy.bend({ method: "GET" }, bad.says(500));
      return forward(request);
    });
    const result = shown(await respond(desk));
    expect(result).toMatchObject({ changed: true, mail: "expected", verified: false });
    expect(result["notes"]).toEqual([expect.stringMatching(/confirmed the write.*do not answer again/)]);
  });

  it("is told when the server takes away what was declined", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      desk.proxy.bend({ method: "GET" }, bad.says(404));
      return forward(request);
    });
    const result = shown(await respond(desk, { response: "declined" }));
    expect(result["notes"]).toEqual([expect.stringMatching(/not there any more/)]);
  });

  it("says so when the server stored another answer", async () => {
    await using desk = await deskWith(single());
    desk.proxy.bend({ method: "PUT" }, async (request, forward) => {
      const answered = await forward(request);
      desk.seed("planning.ics", single());
      return answered;
    });
    expect(shown(await respond(desk))).toMatchObject({
      verified: false,
      notes: [expect.stringMatching(/another answer/)],
    });
  });
});
