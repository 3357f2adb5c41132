import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import * as bad from "./deviations.ts";
import { type Desk, limitsWith, onDay, openDesk, SEPTEMBER, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const HOME = { method: "PROPFIND", path: /^\/calendars\/ada\/$/ };

const calendars = async (desk: Desk) =>
  shown(await desk.call("list_calendars")) as {
    calendars: { id: string; read_only: boolean; untrusted_text: { name?: string } }[];
    count: number;
    skipped: number;
  };

describe("an account whose calendars cannot be listed", () => {
  const CASES: Record<string, [Deviation, RegExp]> = {
    "a login page": [bad.html(200), /not a CalDAV answer/],
    "a login page with status 207": [bad.html(207), /not a CalDAV answer/],
    "half an answer": [bad.truncated(0.5), /not a CalDAV answer/],
    "a document type": [
      bad.body((text) => text.replace("?>", "?><!DOCTYPE x [<!ENTITY y 'z'>]>")),
      /document type/,
    ],
    "nothing in it": [bad.multistatus(), /No calendar was found/],
    "only other hosts in it": [
      bad.body((text) => text.replaceAll("href>/calendars", "href>https://other.test/calendars")),
      /No calendar was found.*left out/,
    ],
    "403": [bad.says(403), /does not allow this/],
    "404": [bad.says(404), /has nothing at this place/],
    "429": [bad.says(429), /fewer requests/],
    "500": [bad.says(500), /status 500/],
    "403 inside": [bad.inside(403), /does not allow this/],
    "507 inside and nothing else": [bad.inside(507), /would not send an answer this long/],
    "no end": [bad.endless("<d:response>"), /larger than/],
    "a bomb": [bad.bomb("br"), /larger than/],
    silence: [bad.neverAnswers, /did not answer within/],
    "a hang-up": [bad.hangUp, /broke off/],
    "a redirect loop": [bad.redirect("/calendars/ada/"), /after 3 others/],
  };

  it.each(Object.entries(CASES))(
    "because of %s is a failure for every tool, and is not remembered",
    async (_name, [deviation, says]) => {
      await using desk = await openDesk({ limits: limitsWith(deviation) });
      desk.seed("one.ics", onDay("one", 14));
      let straight = false;
      desk.proxy.bend(HOME, (asked, forward) => (straight ? forward(asked) : deviation(asked, forward)));
      for (const [tool, args] of [
        ["list_calendars", {}],
        ["list_events", SEPTEMBER],
        ["create_event", { calendar_id: "events", summary: "x", start: "2026-09-01" }],
      ] as const) {
        const result = await desk.call(tool, args);
        expect(result.isError).toBe(true);
        expect(textOf(result)).toMatch(says);
        expect(/nothing was changed/i.test(textOf(result))).toBe(tool === "create_event");
        if (says.source === "refused the credentials") return;
        expect(textOf(result)).toMatch(says);
      }
      straight = true;
      expect((await calendars(desk)).count).toBe(2);
    },
  );
});

describe("an account with odd calendars", () => {
  const replacedName = (name: string): Deviation =>
    bad.body((text) => text.replaceAll(/(<\w*:?displayname>)[^<]*/g, `$1${name}`));
  const CASES: Record<string, [Deviation, { ids: string[]; skipped: number }]> = {
    "the answer claims to be HTML": [
      bad.header("content-type", "text/html"),
      { ids: ["events", "other"], skipped: 0 },
    ],
    "it is listed twice": [
      bad.body((text) =>
        text.replace(/^(.*?<\w*:?multistatus[^>]*>)(.*)(<\/\w*:?multistatus>.*)$/s, "$1$2$2$3"),
      ),
      { ids: ["events", "other"], skipped: 0 },
    ],
    "names hold line breaks and markup": [
      replacedName("a&#10;&lt;img&gt;"),
      { ids: ["events", "other"], skipped: 0 },
    ],
    "there is no name": [replacedName(""), { ids: ["events", "other"], skipped: 0 }],
    "one has a path over 8 KiB": [
      bad.body((text) => text.replaceAll("/ada/other/", `/ada/${"o".repeat(9_000)}/`)),
      { ids: ["events"], skipped: 1 },
    ],
    "one has a path that an id cannot hold": [
      bad.body((text) => text.replaceAll("/ada/other/", "/ada/![i](https:x)/")),
      { ids: ["events"], skipped: 1 },
    ],
    "one climbs out of the home set": [
      bad.body((text) => text.replaceAll("/ada/other/", "/ada/../grace/other/")),
      { ids: ["events"], skipped: 1 },
    ],
    "one lies outside of the home set": [
      bad.body((text) => text.replaceAll("/ada/other/", "/grace/other/")),
      { ids: ["events"], skipped: 1 },
    ],
    "one is on another host": [
      bad.body((text) => text.replaceAll("/calendars/ada/other/", "https://other.test/calendars/ada/other/")),
      { ids: ["events"], skipped: 1 },
    ],
    "one is forbidden": [
      bad.body((text) =>
        text.replace(
          /(<\w*:?multistatus[^>]*>)/,
          '$1<x:response xmlns:x="DAV:"><x:href>/calendars/ada/secret/</x:href><x:status>HTTP/1.1 403 No</x:status></x:response>',
        ),
      ),
      { ids: ["events", "other"], skipped: 1 },
    ],
    "the list was cut with 507": [
      bad.body((text) =>
        text.replace(
          /(<\w*:?multistatus[^>]*>)/,
          '$1<x:response xmlns:x="DAV:"><x:href>/calendars/ada/</x:href><x:status>HTTP/1.1 507 Full</x:status></x:response>',
        ),
      ),
      { ids: ["events", "other"], skipped: 1 },
    ],
  };

  it.each(Object.entries(CASES))(
    "lists what can be used and counts the rest when %s",
    async (_name, [deviation, { ids, skipped }]) => {
      await using desk = await openDesk();
      desk.proxy.bend(HOME, deviation);
      const listed = await calendars(desk);
      expect(listed.calendars.map(({ id }) => id)).toEqual(ids.map((name) => `/calendars/ada/${name}/`));
      expect(listed.skipped).toBe(skipped);
      // A listing of events says it too: it cannot hold what lies in those calendars.
      const events = shown(await desk.call("list_events", SEPTEMBER));
      expect(events["skipped"] ?? 0).toBe(skipped);
    },
  );
});
