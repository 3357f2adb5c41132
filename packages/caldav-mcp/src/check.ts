import { clean } from "confirm-guard";
import {
  BudgetSpent,
  type CheckedProgram,
  type CheckReport,
  createBudget,
  renderCheck,
  reportOnSettings,
  toolLines,
} from "server-kit";
import { type Config, missingText } from "./config.ts";
import type { Calendar, Discovery } from "./dav/calendars.ts";
import { isSamePlace } from "./dav/href.ts";
import type { Scheduling } from "./dav/scheduling.ts";
import { CaldavError, type CaldavErrorCode } from "./errors.ts";
import { openAccount } from "./opened.ts";
import { type Edges, NAME, offeredTools } from "./server.ts";
import { inspectServer } from "./server-info.ts";
import { shortfallsOf } from "./shortfalls.ts";

type Report = CheckReport & {
  /** Where the account was found from the configured address. */
  account: string | undefined;
  further_hosts: string[];
  calendars: { id: string; name: string; takes: string[]; writable: boolean }[];
  own_addresses: number;
  withheld: number;
  skipped: number;
  scheduling: Scheduling | undefined;
};

/** Connects with the settings and says what was found and what will not work; for a person, not for a model. */
export async function check(
  config: Config,
  { json, edges }: { json: boolean; edges: Edges },
): Promise<{ ok: boolean; text: string }> {
  const report = await inspect(config, edges);
  const program = { name: NAME, version: edges.version };
  return renderCheck(report, { json, program, lines: linesOf(report, program) });
}

async function inspect(config: Config, edges: Edges): Promise<Report> {
  const report = fromSettings(config);
  if (config.account === undefined)
    return { ...report, problem: `${missingText(config)} ${NAME} --help explains every setting.` };
  const account = openAccount(config, config.account, edges);
  const budget = createBudget({ ms: CHECK_MS });
  try {
    const discovery = await account.discover({ budget });
    const found = { ...report, ...fromDiscovery(discovery, config, report) };
    if (discovery.calendars.length === 0) return { ...found, problem: nothingLeft(discovery) };
    const server = await inspectServer(account, discovery, { budget });
    const lacks = shortfallsOf({ discovery, server, offered: new Set(report.tools) });
    return { ...found, ok: true, scheduling: server.scheduling, will_not_work: lacks };
  } catch (error) {
    if (error instanceof CaldavError) return { ...report, problem: problemOf(error) };
    if (error instanceof BudgetSpent) return { ...report, problem: TOO_SLOW };
    throw error;
  } finally {
    budget.close();
  }
}

/** Longer than one request may take, so that a server that stays silent is named as such. */
const CHECK_MS = 60_000;

const TOO_SLOW = "The server took more than a minute for a first look; that is too slow to work with.";

const MAX_NAMED = 20;

function nothingLeft({ withheldIds }: Discovery): string {
  const there = [...withheldIds].slice(0, MAX_NAMED).join(", ");
  return `CALDAV_CALENDARS names no calendar of this account. Its calendars are: ${there}.`;
}

/** The same failure as a tool tells it, and what the person who sets the server up can do about it. */
function problemOf({ code, message }: CaldavError): string {
  const advice = ADVICE[code];
  return advice === undefined || message.includes("CALDAV_URL") ? message : `${message} ${advice}`;
}

const CHECK_URL = "Check CALDAV_URL: it has to be the address that the provider names for CalDAV.";

const ADVICE: Partial<Record<CaldavErrorCode, string>> = {
  "not-found": CHECK_URL,
  unsupported: CHECK_URL,
  forbidden: "Check whether this account may use CalDAV, and CALDAV_URL.",
  "server-error": "The log of the server may say why.",
};

function fromSettings(config: Config): Report {
  return {
    ...reportOnSettings(config, { tools: offeredTools(config), prefix: "CALDAV" }),
    account: undefined,
    further_hosts: config.allowedHosts.map((host) => (host.kind === "exact" ? host.host : `*${host.suffix}`)),
    calendars: [],
    own_addresses: 0,
    withheld: 0,
    skipped: 0,
    scheduling: undefined,
  };
}

function fromDiscovery(discovery: Discovery, config: Config, { warnings }: Report): Partial<Report> {
  const { calendars, addresses, withheld, skipped, principal } = discovery;
  const named = config.account?.url;
  const isCalendar = named !== undefined && calendars.some(({ url }) => isSamePlace(url, named));
  return {
    ...(principal === undefined ? {} : { account: principal.href }),
    calendars: calendars.map(calendarLine),
    own_addresses: addresses.length,
    withheld,
    skipped,
    warnings: [
      ...warnings,
      ...discovery.warnings,
      ...(isCalendar && calendars.length > 1
        ? [
            "CALDAV_URL names one calendar, and all of the account's are offered; CALDAV_CALENDARS limits them.",
          ]
        : []),
    ],
  };
}

function calendarLine({ id, name, components, readOnly }: Calendar): Report["calendars"][number] {
  const shown = name === undefined ? "" : clean(name, { maxChars: 60 }).text.replaceAll(/\s+/g, " ");
  return { id, name: shown, takes: components, writable: !readOnly };
}

function linesOf(report: Report, program: CheckedProgram): string[] {
  const account = report.account === undefined ? [] : [`Account: ${report.account}`];
  if (!report.ok) return account;
  return [
    ...account,
    "Calendars:",
    ...rowsOf(report.calendars),
    ...(report.withheld > 0 ? [`Withheld by CALDAV_CALENDARS: ${report.withheld}`] : []),
    ...(report.skipped > 0 ? [`Collections that cannot be used: ${report.skipped}`] : []),
    `Local times: ${report.timezone}${report.timezone === "UTC" ? IN_UTC : ""}`,
    ...(report.further_hosts.length > 0 ? [`Further hosts: ${report.further_hosts.join(", ")}`] : []),
    ...(report.scheduling === undefined ? [] : [SCHEDULING[report.scheduling]]),
    ...toolLines(report, program),
  ];
}

const IN_UTC = "; set CALDAV_TIMEZONE for another zone";

/** A row for each calendar, in columns where they fit. */
function rowsOf(calendars: Report["calendars"]): string[] {
  const width = Math.max(...calendars.map(({ id }) => id.length));
  return calendars.map(({ id, name, takes, writable }) => {
    const kinds = `${takes.join(", ")}${writable ? "" : "; read-only"}`;
    return `  ${id.padEnd(Math.min(width, WIDEST_ID))}  ${name === "" ? "" : `${name}  `}(${kinds})`;
  });
}

const WIDEST_ID = 40;

const SCHEDULING: Record<Scheduling, string> = {
  yes: "This server mails invited people by itself.",
  no: "This server does not mail invited people.",
  unknown: "Whether this server mails invited people could not be found out.",
};
