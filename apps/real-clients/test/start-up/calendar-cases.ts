import type { Sandbox } from "sandbox";
import { ARGUMENTS, type Cases, check, SECRET, start } from "./case.ts";

const account = ({ url, user, password }: Sandbox) => ({
  CALDAV_URL: url,
  CALDAV_USERNAME: user,
  CALDAV_PASSWORD: password,
  CALDAV_TIMEZONE: "Europe/Berlin",
});

const somebody = { CALDAV_USERNAME: "ada", CALDAV_PASSWORD: SECRET };
const at = (url: string) => ({ CALDAV_URL: url, ...somebody });
const HOST = "https://dav.example.org/";

/** Every way in which a start of caldav-mcp goes wrong, and a few in which it goes well. */
export const CALENDAR_CASES: Cases = [
  ...ARGUMENTS,

  check("all is well", ({ calendar }) => ({ ...account(calendar), CALDAV_USER_EMAIL: "ada@example.org" })),
  check("all is well, in UTC", ({ calendar }) => ({ ...account(calendar), CALDAV_TIMEZONE: "" })),
  check("dialogs are off", ({ calendar }) => ({ ...account(calendar), ELICITATION: "false" })),
  check("only tools that read", ({ calendar }) => ({ ...account(calendar), CALDAV_READ_ONLY: "1" })),
  check("calendars that can only be read", ({ readOnlyCalendar }) => account(readOnlyCalendar)),
  check("the certificate is not checked", ({ calendar }) => ({
    ...account(calendar),
    CALDAV_INSECURE_TLS: "true",
  })),
  check("a single tool that asks", ({ calendar }) => ({
    ...account(calendar),
    CALDAV_ALLOW_TOOLS: "delete_event",
  })),

  check("nothing is set", () => ({})),
  check("empty values", () => ({ CALDAV_URL: "", CALDAV_USERNAME: "", CALDAV_PASSWORD: "" })),
  check("only the URL is set", () => ({ CALDAV_URL: HOST })),
  check("the URL and the user name are set", () => ({ CALDAV_URL: HOST, CALDAV_USERNAME: "ada" })),
  check("only the token is set", () => ({ CALDAV_TOKEN: SECRET })),

  check("wrong password", ({ calendar }) => ({ ...account(calendar), CALDAV_PASSWORD: SECRET })),
  check("wrong token", ({ calendar }) => ({ CALDAV_URL: calendar.url, CALDAV_TOKEN: SECRET })),
  check("no right", ({ status }) => at(status(403))),
  check("wrong path", ({ calendar }) => ({
    ...account(calendar),
    CALDAV_URL: `${calendar.url}no/such/path/`,
  })),
  check("nothing there", ({ status }) => at(status(404))),
  check("a server that knows no CalDAV", ({ status }) => at(status(405))),
  check("too many requests", ({ status }) => at(status(429))),
  check("the server fails", ({ status }) => at(status(500))),
  check("a proxy without its server", ({ status }) => at(status(502))),
  check("not available", ({ status }) => at(status(503))),
  check("a page instead of CalDAV", ({ page }) => at(page)),
  check("a redirect to another host", ({ elsewhere }) => at(elsewhere)),
  check("a certificate that nobody signed", (places) => at(places.selfSigned)),
  check("a certificate for another name", (places) => ({
    ...at(places.selfSigned),
    NODE_EXTRA_CA_CERTS: places.certificate,
  })),
  check("https to a server of http", ({ page }) => at(page.replace("http:", "https:"))),
  check("another protocol", ({ noWebServer }) => at(noWebServer)),
  check("no such host", ({ unknownHost }) => at(unknownHost)),
  check("the server is down", ({ down }) => at(down)),
  check("the server does not answer", ({ silent }) => at(silent)),
  check("no calendars", ({ noCalendar }) => account(noCalendar)),
  check("a calendar that is not there", ({ calendar }) => ({
    ...account(calendar),
    CALDAV_CALENDARS: "events,work",
  })),
  check("only calendars that are not there", ({ calendar }) => ({
    ...account(calendar),
    CALDAV_CALENDARS: "work,home",
  })),

  start("no scheme", at("dav.example.org")),
  start("another scheme", at("caldav://dav.example.org/")),
  start("a password in the URL", at(`https://ada:${SECRET}@dav.example.org/`)),
  start("a query in the URL", at(`${HOST}?token=${SECRET}`)),
  start("plain http", at("http://dav.example.org/")),
  start("a guess at a strict switch", { ...at(HOST), CALDAV_INSECURE_TLS: "1" }),
  start("a guess at a switch", { ...at(HOST), CALDAV_READ_ONLY: "on" }),
  start("token and password", { ...at(HOST), CALDAV_TOKEN: SECRET }),
  start("a colon in the user name", { ...at(HOST), CALDAV_USERNAME: "ada:lovelace" }),
  start("a line break in the password", { ...at(HOST), CALDAV_PASSWORD: `${SECRET}\nmore` }),
  start("a token that is no token", { CALDAV_URL: HOST, CALDAV_TOKEN: `${SECRET} ü` }),
  start("a file that is not there", {
    CALDAV_URL: HOST,
    CALDAV_USERNAME: "ada",
    CALDAV_PASSWORD_FILE: "/no/such/file",
  }),
  start("a path that only a shell understands", {
    CALDAV_URL: HOST,
    CALDAV_USERNAME: "ada",
    CALDAV_PASSWORD_FILE: "~/.caldav-password",
  }),
  start("a folder for a file", { CALDAV_URL: HOST, CALDAV_USERNAME: "ada", CALDAV_PASSWORD_FILE: "/" }),
  start("an empty file", ({ file }) => ({ CALDAV_PASSWORD_FILE: file("empty", "\n") })),
  start("a file that is no text", ({ file }) => ({
    CALDAV_URL: HOST,
    CALDAV_USERNAME: "ada",
    CALDAV_PASSWORD_FILE: file("latin-1", Buffer.from(`${SECRET}\xfc`, "latin1")),
  })),
  start("a password and its file", ({ file }) => ({
    ...at(HOST),
    CALDAV_PASSWORD_FILE: file("password", SECRET),
  })),
  start("a zone that is none", { ...at(HOST), CALDAV_TIMEZONE: "Berlin" }),
  start("an offset for a zone", { ...at(HOST), CALDAV_TIMEZONE: "+02:00" }),
  start("an address that is none", { ...at(HOST), CALDAV_USER_EMAIL: "ada" }),
  start("a number that is none", { ...at(HOST), CALDAV_MAX_EVENTS: "many" }),
  start("a number out of range", { ...at(HOST), CALDAV_MAX_EVENTS: "501" }),
  start("a host that is none", { ...at(HOST), CALDAV_ALLOW_HOSTS: "https://dav.example.org/" }),
  start("no calendar named", { ...at(HOST), CALDAV_CALENDARS: " , " }),
  start("a tool to allow that is none", { ...at(HOST), CALDAV_ALLOW_TOOLS: "list_events,delete_evnt" }),
  start("a list of tools to allow that names none", { ...at(HOST), CALDAV_ALLOW_TOOLS: "," }),
  start("a list of tools to deny that names none", { ...at(HOST), CALDAV_DENY_TOOLS: " , " }),
  start("a tool to deny that is none", { ...at(HOST), CALDAV_DENY_TOOLS: "remove_event" }),
  start("a star in the middle", { ...at(HOST), CALDAV_ALLOW_TOOLS: "list_*_now" }),
  start("a tool that writes where nothing may", {
    ...at(HOST),
    CALDAV_READ_ONLY: "1",
    CALDAV_ALLOW_TOOLS: "delete_event",
  }),
  start("no tool left", { ...at(HOST), CALDAV_ALLOW_TOOLS: "delete_event", CALDAV_DENY_TOOLS: "delete_*" }),
  start("a guess at ELICITATION", { ...at(HOST), ELICITATION: "off" }),
];
