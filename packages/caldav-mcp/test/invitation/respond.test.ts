import { describe, expect, it } from "vitest";
import { shown } from "../deviations/desk.ts";
import * as bad from "../deviations/deviations.ts";
import { asked, deskWith, respond, writes } from "./desk.ts";
import { DAY, INVITED, single, unstamped } from "./entries.ts";

describe("an answer to an event", () => {
  it.each(["accepted", "declined", "tentative"])(
    "writes that we have %s, and changes nothing else (F114)",
    async (response) => {
      await using desk = await deskWith(single());
      const result = shown(await respond(desk, { response }));
      expect(result).toMatchObject({ response, changed: true, reaches: "event", verified: true });
      expect(unstamped(desk.stored("planning.ics"))).toBe(
        unstamped(single()).replace("PARTSTAT=NEEDS-ACTION", `PARTSTAT=${response.toUpperCase()}`),
      );
      expect(writes(desk)).toBe(1);
      expect(desk.person.questions).toHaveLength(1);
    },
  );

  it("keeps SCHEDULE-AGENT and asks with the mail left to others (F112)", async () => {
    const people = INVITED.replace("ORGANIZER;", "ORGANIZER;SCHEDULE-AGENT=CLIENT;");
    await using desk = await deskWith(single(people));
    expect(shown(await respond(desk))).toMatchObject({ mail: "none" });
    expect(asked(desk)).toContain("this one sends no mail");
    expect(desk.stored("planning.ics")).toContain(
      "ORGANIZER;SCHEDULE-AGENT=CLIENT;CN=Grace:mailto:grace@example.org",
    );
  });

  it("that is there already changes nothing, and nobody is asked", async () => {
    const people = INVITED.replace("NEEDS-ACTION", "ACCEPTED");
    await using desk = await deskWith(single(people));
    const result = shown(await respond(desk));
    expect(result).toMatchObject({ changed: false, response: "accepted", mail: "none" });
    expect(desk.person.questions).toEqual([]);
    expect(writes(desk)).toBe(0);
    expect(desk.stored("planning.ics")).toBe(single(people));
  });

  it("is not written when the person says no", async () => {
    await using desk = await deskWith(single(), { script: ["no"] });
    expect((await respond(desk)).isError).toBe(true);
    expect(desk.stored("planning.ics")).toBe(single());
  });

  it("finds us by an address from the settings", async () => {
    const people = INVITED.replace("mailto:Ada@example.org", "MAILTO:countess%40example.org");
    await using desk = await deskWith(single(people), {
      env: { CALDAV_USER_EMAIL: "other@example.org,Countess@example.org" },
    });
    expect(shown(await respond(desk))).toMatchObject({ changed: true });
    expect(desk.stored("planning.ics")?.replaceAll("\r\n ", "")).toContain(
      "PARTSTAT=ACCEPTED;RSVP=TRUE:MAILTO:countess",
    );
  });

  it("goes into all of several own lines", async () => {
    const people = `${INVITED}\nATTENDEE;EMAIL=ada@example.org:/principals/ada/`;
    await using desk = await deskWith(single(people));
    expect(shown(await respond(desk, { response: "declined" }))).toMatchObject({ verified: true });
    expect(desk.stored("planning.ics")?.match(/PARTSTAT=DECLINED/g)).toHaveLength(3);
  });

  it("asks again about an event that changed while the question was open", async () => {
    await using desk = await deskWith(single(), { script: ["yes", "no"] });
    let reads = 0;
    desk.proxy.bend(
      { method: "GET", path: /planning/ },
      bad.edited((answered) => {
        reads += 1;
        if (reads < 2) return answered;
        const text = answered.body.toString().replace("T100000Z", "T110000Z");
        return { ...answered, body: Buffer.from(text), headers: { ...answered.headers, etag: '"changed"' } };
      }),
    );
    await respond(desk);
    expect(desk.person.questions).toHaveLength(2);
    expect(writes(desk)).toBe(0);
  });
});

it("nothing of what stands in the invitation is in the question", async () => {
  const claim = "Zyzzyva accepts on your behalf";
  const people = INVITED.replace("CN=Grace", `CN="${claim}"`).replace('CN="Ada, L."', `CN="${claim}"`);
  await using desk = await deskWith(single(people).replace(DAY.slice(-8), claim));
  await respond(desk);
  expect(asked(desk)).not.toContain("Zyzzyva");
  expect(asked(desk)).not.toContain("grace");
});
