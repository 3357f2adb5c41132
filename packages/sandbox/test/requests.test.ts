import { expect, it } from "vitest";
import { calendarQuery, event, inRange, openSandbox } from "./client.ts";

const SEPTEMBER = inRange("20260901T000000Z", "20261001T000000Z");

it("keeps a body byte for byte, in GET and in reports", async () => {
  await using open = await openSandbox();
  const path = `${open.sandbox.home}events/odd.ics`;
  const text = event(
    "odd@example.org",
    'DTSTART:20260914T090000Z\nX-ODD;P="a^,b":]]>&<\\;\t\u{1F4C5}\r\nSUMMARY:fol\r\n ded',
  );
  expect((await open.request("PUT", path, { body: text })).status).toBe(201);
  expect((await open.request("GET", path)).text).toBe(text);
  const listed = await open.request("REPORT", `${open.sandbox.home}events/`, {
    body: calendarQuery(SEPTEMBER),
  });
  const data = /<C:calendar-data>([^<]*)</.exec(listed.text)?.[1] ?? "";
  const read = data
    .replaceAll("&#13;", "\r")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  expect(read).toBe(text);
});

it("gives a new ETag to a text that was changed and changed back", async () => {
  await using open = await openSandbox();
  const { store, home } = open.sandbox;
  const path = `${home}events/a.ics`;
  const tags = ["one", "two", "one"].map((word) =>
    store.put(path, event("back@example.org", `DTSTART:20260914T090000Z\r\nSUMMARY:${word}`)),
  );
  expect(new Set(tags).size).toBe(3);
});

it.each([
  [
    "a method",
    event("m@example.org").replace("BEGIN:VEVENT", "METHOD:REQUEST\r\nBEGIN:VEVENT"),
    "valid-calendar-object-resource",
  ],
  ["no UID", event("x").replace("UID:x\r\n", ""), "valid-calendar-object-resource"],
  [
    "two masters",
    event("x").replace(
      "END:VCALENDAR",
      `${/BEGIN:VEVENT[^]*END:VEVENT/.exec(event("x"))?.[0]}\r\nEND:VCALENDAR`,
    ),
    "valid-calendar-object-resource",
  ],
  [
    "a time zone alone",
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nBEGIN:VTIMEZONE\r\nTZID:X\r\nEND:VTIMEZONE\r\nEND:VCALENDAR\r\n",
    "valid-calendar-object-resource",
  ],
  ["two calendars", event("a") + event("b"), "valid-calendar-data"],
  [
    "a character that XML cannot carry",
    event("x", "DTSTART:20260914T090000Z\r\nSUMMARY:\u0007"),
    "valid-calendar-data",
  ],
  ["components nested without end", "BEGIN:VCALENDAR\r\n".repeat(20_000), "valid-calendar-data"],
])("stores no body with %s", async (_what, body, condition) => {
  await using open = await openSandbox();
  const answer = await open.request("PUT", `${open.sandbox.home}events/a.ics`, { body });
  expect(answer.status).toBe(403);
  expect(answer.text).toContain(`<C:${condition}/>`);
  expect(open.sandbox.store.list()).toEqual([]);
});

it("stores no body of another type", async () => {
  await using open = await openSandbox();
  const answer = await open.request("PUT", `${open.sandbox.home}events/a.ics`, {
    headers: { "content-type": "text/html" },
    body: event("a@example.org"),
  });
  expect(answer.text).toContain("supported-calendar-data");
  expect(open.sandbox.store.list()).toEqual([]);
});

it("keeps the UID of an object", async () => {
  await using open = await openSandbox();
  const path = `${open.sandbox.home}events/a.ics`;
  await open.request("PUT", path, { body: event("first@example.org") });
  const answer = await open.request("PUT", path, { body: event("second@example.org") });
  expect(answer.status).toBe(409);
  expect(open.sandbox.store.get(path)?.text).toContain("first@example.org");
});

it.each([true, false])("stops at the largest size, announced or not (%s)", async (isAnnounced) => {
  await using open = await openSandbox({ maxResourceSize: 2000 });
  const { url, home, store, user, password } = open.sandbox;
  const body = event("big@example.org", `DTSTART:20260914T090000Z\r\nSUMMARY:${"x".repeat(5000)}`);
  const answer = await fetch(new URL(`${home}events/a.ics`, url), {
    method: "PUT",
    headers: { authorization: `Basic ${btoa(`${user}:${password}`)}`, "content-type": "text/calendar" },
    ...(isAnnounced ? { body } : { body: new Blob([body]).stream(), duplex: "half" }),
  });
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain("max-resource-size");
  expect(store.list()).toEqual([]);
});

it.each([
  ["a DOCTYPE", '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 400],
  ["XML that breaks off", '<propfind xmlns="DAV:"><prop>', 400],
  ["another root", '<nothing xmlns="DAV:"/>', 400],
  ["too much of it", `<propfind xmlns="DAV:"><!--${"x".repeat(1_100_000)}--></propfind>`, 413],
])("refuses a PROPFIND with %s", async (_what, body, status) => {
  await using open = await openSandbox();
  expect((await open.request("PROPFIND", "/", { headers: { depth: "0" }, body })).status).toBe(status);
});

it("refuses a PROPFIND without end", async () => {
  await using open = await openSandbox();
  const answer = await open.request("PROPFIND", "/", { headers: { depth: "infinity" } });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("propfind-finite-depth")]);
});

it("says names without values when only names are asked for", async () => {
  await using open = await openSandbox();
  const body = '<propfind xmlns="DAV:"><propname/></propfind>';
  const path = `${open.sandbox.home}events/`;
  const answer = await open.request("PROPFIND", path, { headers: { depth: "0" }, body });
  expect(answer.text).toContain("<D:displayname/>");
  expect(answer.text).not.toContain("Events");
});

it.each([
  ["a report that is not offered", '<sync-collection xmlns="DAV:"/>', "supported-report"],
  [
    "expansion",
    calendarQuery(
      SEPTEMBER,
      '<C:calendar-data><C:expand start="20260901T000000Z" end="20261001T000000Z"/></C:calendar-data>',
    ),
    "supported-calendar-data",
  ],
  [
    "a time range for alarms",
    calendarQuery(
      '<C:comp-filter name="VEVENT"><C:comp-filter name="VALARM"><C:time-range start="20260901T000000Z"/></C:comp-filter></C:comp-filter>',
    ),
    "supported-filter",
  ],
  [
    "a time range without bounds",
    calendarQuery('<C:comp-filter name="VEVENT"><C:time-range/></C:comp-filter>'),
    "valid-filter",
  ],
  [
    "a time range that ends before it starts",
    calendarQuery(inRange("20260902T000000Z", "20260901T000000Z")),
    "valid-filter",
  ],
  ["a bound in local time", calendarQuery(inRange("20260901T000000", "20260902T000000")), "valid-filter"],
  [
    "filters nested without end",
    calendarQuery('<C:comp-filter name="VEVENT">'.repeat(5000) + "</C:comp-filter>".repeat(5000)),
    "supported-filter",
  ],
])("refuses %s rather than answering something else", async (_what, body, condition) => {
  await using open = await openSandbox();
  const answer = await open.request("REPORT", `${open.sandbox.home}events/`, { body });
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(condition)]);
});

it("matches text, absent properties and absent components", async () => {
  await using open = await openSandbox();
  const { store, home } = open.sandbox;
  store.put(
    `${home}events/tea.ics`,
    event("tea@example.org", "DTSTART:20260914T090000Z\r\nSUMMARY:Afternoon tea"),
  );
  store.put(`${home}events/none.ics`, event("none@example.org"));
  const found = async (inner: string): Promise<string[]> => {
    const body = calendarQuery(`<C:comp-filter name="VEVENT">${inner}</C:comp-filter>`);
    const { text } = await open.request("REPORT", `${home}events/`, { body });
    return [...text.matchAll(/events\/(\w+)\.ics/g)].map(([, name]) => name ?? "").sort();
  };
  const summary = (inner: string): string => `<C:prop-filter name="SUMMARY">${inner}</C:prop-filter>`;
  expect(await found(summary("<C:text-match>TEA</C:text-match>"))).toEqual(["tea"]);
  expect(await found(summary("<C:text-match>coffee</C:text-match>"))).toEqual([]);
  expect(await found(summary('<C:text-match negate-condition="yes">coffee</C:text-match>'))).toEqual(["tea"]);
  expect(await found(summary("<C:is-not-defined/>"))).toEqual(["none"]);
  expect(await found('<C:comp-filter name="VALARM"><C:is-not-defined/></C:comp-filter>')).toEqual([
    "none",
    "tea",
  ]);
});

it("lists a seeded body that nobody can read, so that a client can say so", async () => {
  await using open = await openSandbox();
  const { store, home } = open.sandbox;
  store.put(`${home}events/broken.ics`, "BEGIN:VCALENDAR\r\nthis is not one\r\n");
  const answer = await open.request("REPORT", `${home}events/`, { body: calendarQuery(SEPTEMBER) });
  expect(answer.text).toContain("broken.ics");
});

it("names the methods it has when asked for another", async () => {
  await using open = await openSandbox();
  const answer = await open.request("LOCK", open.sandbox.home);
  expect(answer.status).toBe(405);
  expect(answer.headers.get("allow")).toContain("PROPFIND");
  expect(answer.headers.get("allow")).not.toContain("LOCK");
});

it("answers HEAD and an unchanged GET without a body", async () => {
  await using open = await openSandbox();
  const path = `${open.sandbox.home}events/a.ics`;
  const etag = open.sandbox.store.put(path, event("a@example.org"));
  const head = await open.request("HEAD", path);
  expect([head.status, head.headers.get("etag"), head.text]).toEqual([200, etag, ""]);
  const unchanged = await open.request("GET", path, { headers: { "if-none-match": etag } });
  expect([unchanged.status, unchanged.text]).toEqual([304, ""]);
});

it("makes a calendar once, where calendars are", async () => {
  await using open = await openSandbox();
  const { home } = open.sandbox;
  expect((await open.request("MKCALENDAR", `${home}new/`)).status).toBe(201);
  expect((await open.request("MKCALENDAR", `${home}new/`)).text).toContain("resource-must-be-null");
  expect((await open.request("MKCALENDAR", `${home}new/deeper`)).status).toBe(403);
});

it("moves over nothing, and nowhere but into the account's calendars", async () => {
  await using open = await openSandbox();
  const { home, store } = open.sandbox;
  store.put(`${home}events/a.ics`, event("a@example.org"));
  const move = async (destination: string): Promise<number> =>
    (await open.request("MOVE", `${home}events/a.ics`, { headers: { destination } })).status;
  expect(await move("/calendars/grace/events/a.ics")).toBe(403);
  expect(await move(`${home}events/`)).toBe(403);
  expect(await move(`${home}tasks/a.ics`)).toBe(403);
  expect(await move(`${home}nowhere/a.ics`)).toBe(409);
  expect(await move("//other.test/calendars/ada/events/b.ics")).toBe(502);
  expect((await open.request("MOVE", `${home}events/a.ics`)).status).toBe(400);
  expect(store.list()).toEqual([`${home}events/a.ics`]);
});

it("stamps what it stores with the clock it was given", async () => {
  await using open = await openSandbox({ clock: () => Date.UTC(2026, 8, 14, 9) });
  const path = `${open.sandbox.home}events/a.ics`;
  open.sandbox.store.put(path, event("a@example.org"));
  const { headers } = await open.request("GET", path);
  expect(headers.get("last-modified")).toBe("Mon, 14 Sep 2026 09:00:00 GMT");
});
