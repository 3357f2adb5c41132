import type { StandIn } from "sandbox";
import { ARGUMENTS, type Cases, check, SECRET, start } from "./case.ts";

const account = ({ url, token }: StandIn) => ({
  MEALIE_URL: url,
  MEALIE_API_TOKEN: token,
  MEALIE_TIMEZONE: "Europe/Berlin",
});

const at = (url: string) => ({ MEALIE_URL: url, MEALIE_API_TOKEN: SECRET });
const HOST = "https://mealie.example.org/";

/** Every way in which a start of mealie-mcp goes wrong, and a few in which it goes well. */
export const RECIPE_CASES: Cases = [
  ...ARGUMENTS,

  check("all is well", ({ mealie }) => account(mealie)),
  check("an old Mealie", ({ mealie20 }) => account(mealie20)),
  check("dialogs are off", ({ mealie }) => ({ ...account(mealie), ELICITATION: "false" })),
  check("only tools that read", ({ mealie }) => ({ ...account(mealie), MEALIE_READ_ONLY: "1" })),
  check("a single tool that asks", ({ mealie }) => ({
    ...account(mealie),
    MEALIE_ALLOW_TOOLS: "delete_recipe",
  })),

  check("nothing is set", () => ({})),
  check("empty values", () => ({ MEALIE_URL: "", MEALIE_API_TOKEN: "" })),
  check("only the URL is set", () => ({ MEALIE_URL: HOST })),
  check("only the token is set", () => ({ MEALIE_API_TOKEN: SECRET })),

  check("wrong token", ({ mealie }) => ({ ...account(mealie), MEALIE_API_TOKEN: SECRET })),
  check("no right", ({ status }) => at(status(403))),
  check("wrong path", ({ mealie }) => ({ ...account(mealie), MEALIE_URL: `${mealie.url}g/home` })),
  check("nothing there", ({ status }) => at(status(404))),
  check("too many requests", ({ status }) => at(status(429))),
  check("the server fails", ({ status }) => at(status(500))),
  check("a proxy without its server", ({ status }) => at(status(502))),
  check("not available", ({ status }) => at(status(503))),
  check("a page instead of Mealie", ({ page }) => at(page)),
  check("another program", ({ status }) => at(status(200))),
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

  start("no scheme", at("mealie.example.org")),
  start("a password in the URL", at(`https://ada:${SECRET}@mealie.example.org/`)),
  start("a query in the URL", at(`${HOST}?token=${SECRET}`)),
  start("plain http", at("http://mealie.example.org:9925/")),
  start("a guess at a strict switch", { ...at(HOST), MEALIE_ALLOW_PLAINTEXT: "yes" }),
  start("a guess at a switch", { ...at(HOST), MEALIE_READ_ONLY: "on" }),
  start("a token that is no token", { MEALIE_URL: HOST, MEALIE_API_TOKEN: `${SECRET} ü` }),
  start("a file that is not there", { MEALIE_URL: HOST, MEALIE_API_TOKEN_FILE: "/no/such/file" }),
  start("a token and its file", ({ file }) => ({
    ...at(HOST),
    MEALIE_API_TOKEN_FILE: file("token", SECRET),
  })),
  start("a file that is no text", ({ file }) => ({
    MEALIE_URL: HOST,
    MEALIE_API_TOKEN_FILE: file("latin-1", Buffer.from(`${SECRET}\xfc`, "latin1")),
  })),
  start("a zone that is none", { ...at(HOST), MEALIE_TIMEZONE: "Berlin" }),
  start("a language that is none", { ...at(HOST), MEALIE_ACCEPT_LANGUAGE: "German, please" }),
  start("a tool to allow that is none", { ...at(HOST), MEALIE_ALLOW_TOOLS: "delete_recipes" }),
  start("a list of tools to allow that names none", { ...at(HOST), MEALIE_ALLOW_TOOLS: "," }),
  start("a list of tools to deny that names none", { ...at(HOST), MEALIE_DENY_TOOLS: " , " }),
  start("a tool to deny that is none", { ...at(HOST), MEALIE_DENY_TOOLS: "serch_recipes" }),
  start("a tool that writes where nothing may", {
    ...at(HOST),
    MEALIE_READ_ONLY: "1",
    MEALIE_ALLOW_TOOLS: "delete_recipe",
  }),
  start("no tool left", { ...at(HOST), MEALIE_ALLOW_TOOLS: "get_about", MEALIE_DENY_TOOLS: "get_*" }),
  start("a guess at ELICITATION", { ...at(HOST), ELICITATION: "off" }),
];
