import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import * as bad from "./deviations.ts";
import { list, onDay, openDesk, shown, summaries } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const ROOT = { method: "PROPFIND", path: /^\/$/ };
const WELL_KNOWN = { path: /^\/\.well-known\/caldav$/ };
const REPORT = { method: "REPORT", path: /\/events\/$/ };
const HOME = "/calendars/ada/";

describe("a root that is a page for people", () => {
  const PAGE: unknown = expect.stringMatching(/not a CalDAV answer/);
  const CASES: Record<string, [Deviation, unknown]> = {
    "301 with a path": [bad.redirect(HOME, 301), 2],
    "302 with a path": [bad.redirect(HOME, 302), 2],
    "307 with a path": [bad.redirect(HOME, 307), 2],
    "308 with the whole address": [
      (asked, forward) =>
        bad.redirect(`http://${asked.headers["x-own-host"] ?? ""}${HOME}`, 308)(asked, forward),
      2,
    ],
    "301 without the slash at the end": [bad.redirect(HOME.slice(0, -1), 301), 2],
    "404": [bad.says(404), PAGE],
    "a login page": [bad.html(200), PAGE],
    "another redirect to the root": [bad.redirect("/", 301), PAGE],
    "501": [bad.says(501), PAGE],
  };

  it.each(Object.entries(CASES))(
    "is left by /.well-known/caldav, or not, when that answers %s",
    async (_name, [deviation, expected]) => {
      await using desk = await openDesk();
      const ownHost = new URL(desk.proxy.url).host;
      desk.proxy.bend(ROOT, bad.html(200));
      desk.proxy.bend(WELL_KNOWN, (asked, forward) =>
        deviation({ ...asked, headers: { ...asked.headers, "x-own-host": ownHost } }, forward),
      );
      const result = await desk.call("list_calendars");
      const found = result.isError === true ? textOf(result) : shown(result)["count"];
      expect(found).toEqual(expected);
    },
  );

  it("is not asked for a password in the words of another scheme", async () => {
    await using desk = await openDesk();
    desk.proxy.bend({}, bad.says(401, { headers: { "www-authenticate": "basic realm=x, digest nonce=y" } }));
    expect(textOf(await desk.call("list_calendars"))).toMatch(/refused the credentials/);
    expect(new Set(desk.proxy.asked.map(({ headers }) => headers["authorization"]?.split(" ")[0]))).toEqual(
      new Set(["Basic"]),
    );
  });
});

describe("a listing whose answer", () => {
  const everyEntry = (more: string): Deviation =>
    bad.body((text) => text.replaceAll(/(<\w*:?getetag>)/g, `${more}$1`));
  const CASES: Record<string, Deviation> = {
    "names properties like those of every object": everyEntry(
      "<__proto__>x</__proto__><constructor>y</constructor><toString/><hasOwnProperty>z</hasOwnProperty>",
    ),
    "has properties of foreign namespaces with the names of its own": everyEntry(
      '<f:getetag xmlns:f="urn:x">"f"</f:getetag><f:href xmlns:f="urn:x">/elsewhere/</f:href>',
    ),
    "cuts addresses into pieces of CDATA": bad.hrefs(
      (href) => `${href.slice(0, 20)}<![CDATA[${href.slice(20, 24)}]]>${href.slice(24)}`,
    ),
    "hides comments in its addresses": bad.hrefs((href) => `${href.slice(0, 20)}<!-- x -->${href.slice(20)}`),
    "gives whole addresses instead of paths": (asked, forward) =>
      bad.hrefs((href) => `http://${asked.headers["x-own-host"] ?? ""}${href}`)(asked, forward),
    "has an ETag that looks like a number": bad.etags(() => '"1e5"'),
    "comes in one piece over a connection that closes": bad.header("connection", "close"),
  };

  it.each(Object.entries(CASES))("%s is read as it is meant", async (_name, deviation) => {
    await using desk = await openDesk();
    const ownHost = new URL(desk.proxy.url).host;
    desk.seed("one.ics", onDay("one", 14));
    desk.seed("2026.ics", onDay("true", 15));
    desk.proxy.bend(REPORT, (asked, forward) =>
      deviation({ ...asked, headers: { ...asked.headers, "x-own-host": ownHost } }, forward),
    );
    const listed = await list(desk);
    expect(summaries(listed)).toEqual(["one", "true"]);
    expect([listed.missing, listed.unreadable]).toEqual([undefined, undefined]);
    const resources = listed.events.map(({ id }) =>
      Buffer.from(id.split(".")[2] ?? "", "base64url").toString(),
    );
    expect(resources).toEqual(["one.ics", "2026.ics"]);
  });
});

it("a new journal entry that the server refuses with 404 is not reported as created", async () => {
  await using desk = await openDesk({
    calendars: [{ name: "notes", displayName: "Notes", components: ["VEVENT", "VJOURNAL"] }],
  });
  desk.proxy.bend({ method: "PUT" }, bad.says(404));
  const result = await desk.call("create_journal", { calendar_id: "notes", summary: "Thoughts" });
  expect(result.isError).toBe(true);
  expect(textOf(result)).toMatch(/nothing was changed/i);
  expect(desk.sandbox.store.list(`${HOME}notes/`)).toEqual([]);
});
