import { get } from "node:http";
import { expect, it } from "vitest";
import { event, openSandbox } from "./client.ts";

const ALL_METHODS = ["PROPFIND", "REPORT", "GET", "PUT", "DELETE", "MOVE", "MKCALENDAR"];

it("keeps one account out of the calendars of another, whatever the method", async () => {
  await using open = await openSandbox();
  open.sandbox.store.put("/calendars/grace/events/secret.ics", event("secret@example.org"));
  for (const method of ALL_METHODS) {
    const answer = await open.request(method, "/calendars/grace/events/secret.ics", {
      headers: { depth: "1" },
    });
    expect([method, answer.status, answer.text]).toEqual([method, 403, ""]);
  }
  expect(open.sandbox.store.list("/calendars/grace/events/")).toHaveLength(1);
});

it("lets the second account in to its own", async () => {
  await using open = await openSandbox();
  const answer = await open.request("PROPFIND", "/calendars/grace/", {
    headers: { depth: "1" },
    as: "grace:sandbox-grace",
  });
  expect(answer.status).toBe(207);
  expect(answer.text).toContain("/calendars/grace/events/");
});

it.each(["ada:wrong", "nobody:sandbox-ada", "ada:", ":"])("does not let in %s", async (as) => {
  await using open = await openSandbox();
  const answer = await open.request("PROPFIND", "/", { headers: { depth: "0" }, as });
  expect(answer.status).toBe(401);
  expect(answer.headers.get("www-authenticate")).toMatch(/^Basic /);
});

it("answers nobody who came under another host name", async () => {
  await using open = await openSandbox();
  const { port } = new URL(open.sandbox.url);
  const authorization = `Basic ${Buffer.from("ada:sandbox-ada").toString("base64")}`;
  const status = await new Promise<number | undefined>((resolve, reject) => {
    get(
      { port, host: "127.0.0.1", path: "/", headers: { host: `rebound.test:${port}`, authorization } },
      (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      },
    ).on("error", reject);
  });
  expect(status).toBe(421);
});

it.each(["room", "holidays"])("writes nothing to %s, moves nothing into or out of it", async (calendar) => {
  await using open = await openSandbox();
  const { store, home } = open.sandbox;
  store.put(`${home}${calendar}/kept.ics`, event("kept@example.org"));
  store.put(`${home}events/own.ics`, event("own@example.org"));
  const kept = `${home}${calendar}/kept.ics`;
  const answers = [
    await open.request("PUT", `${home}${calendar}/new.ics`, { body: event("new@example.org") }),
    await open.request("PUT", kept, { body: event("kept@example.org", "DTSTART:20270101T000000Z") }),
    await open.request("DELETE", kept),
    await open.request("MOVE", kept, { headers: { destination: `${home}events/kept.ics` } }),
    await open.request("MOVE", `${home}events/own.ics`, {
      headers: { destination: `${home}${calendar}/own.ics` },
    }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  expect(answers.every(({ text }) => text.includes("need-privileges"))).toBe(true);
  expect(store.list(home)).toEqual([`${home}events/own.ics`, kept].sort());
  expect(store.get(kept)?.text).toBe(event("kept@example.org"));
});

it("shows which calendar is read-only and which is subscribed", async () => {
  await using open = await openSandbox();
  const shown = async (calendar: string): Promise<string> => {
    const path = `${open.sandbox.home}${calendar}/`;
    return (await open.request("PROPFIND", path, { headers: { depth: "0" } })).text;
  };
  const [events, room, holidays] = [await shown("events"), await shown("room"), await shown("holidays")];
  expect(events).toContain("<D:write/>");
  expect(room).not.toContain("<D:write/>");
  expect(room).not.toContain("subscribed");
  expect(holidays).not.toContain("<D:write/>");
  expect(holidays).toContain("<CS:subscribed/>");
  expect(holidays).toContain("https://calendars.example.org/holidays.ics");
});

it.each([
  "/calendars/ada/events/../../grace/events/x.ics",
  "/calendars/ada/%2e%2e/grace/events/",
  "/calendars/ada/events/a%2Fb.ics",
  "/calendars/ada/events/%00.ics",
  "/calendars/ada/events/%ff.ics",
  "/calendars/ada//x.ics",
  "/calendars/",
  "/elsewhere",
])("finds nothing under %s", async (path) => {
  await using open = await openSandbox();
  const { port } = new URL(open.sandbox.url);
  const authorization = `Basic ${Buffer.from("ada:sandbox-ada").toString("base64")}`;
  // Not fetch, which would tidy the path up.
  const status = await new Promise<number | undefined>((resolve, reject) => {
    get({ port, host: "127.0.0.1", path, headers: { authorization } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    }).on("error", reject);
  });
  expect(status).toBe(404);
});

it("deletes and moves no calendar", async () => {
  await using open = await openSandbox();
  const { home } = open.sandbox;
  expect((await open.request("DELETE", `${home}events/`)).status).toBe(403);
  expect((await open.request("DELETE", home)).status).toBe(403);
  const destination = `${home}elsewhere/`;
  expect((await open.request("MOVE", `${home}events/`, { headers: { destination } })).status).toBe(403);
  expect((await open.request("PROPFIND", `${home}events/`, { headers: { depth: "0" } })).status).toBe(207);
});
