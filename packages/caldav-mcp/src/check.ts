import { clean } from "confirm-guard";
import { BudgetSpent, createBudget, DIALOGS_OFF } from "server-kit";
import { type Config, missingText } from "./config.ts";
import type { Calendar, Discovery } from "./dav/calendars.ts";
import type { Scheduling } from "./dav/scheduling.ts";
import { CaldavError } from "./errors.ts";
import { type Edges, NAME, offeredTools, openAccount } from "./server.ts";
import { inspectServer } from "./server-info.ts";
import { shortfallsOf } from "./shortfalls.ts";

type Report = {
  ok: boolean;
  /** CALDAV_URL, and where the account was found from there. */
  url: string | undefined;
  account: string | undefined;
  problem?: string;
  timezone: string;
  tools: string[];
  guarded: string[];
  dialogs: "on" | "off";
  further_hosts: string[];
  calendars: { id: string; name: string; takes: string[]; writable: boolean }[];
  own_addresses: number;
  withheld: number;
  skipped: number;
  scheduling: Scheduling | undefined;
  will_not_work: string[];
  warnings: string[];
};

/** Connects with the settings and says what was found and what will not work; for a person, not for a model. */
export async function check(
  config: Config,
  { json, edges }: { json: boolean; edges: Edges },
): Promise<{ ok: boolean; text: string }> {
  const report = await inspect(config, edges);
  return { ok: report.ok, text: json ? `${JSON.stringify(report, null, 2)}\n` : asText(report) };
}

async function inspect(config: Config, edges: Edges): Promise<Report> {
  const report = fromSettings(config);
  if (config.account === undefined) return { ...report, problem: missingText(config) };
  const account = openAccount(config, config.account, edges);
  const budget = createBudget({});
  try {
    const discovery = await account.discover({ budget });
    const found = { ...report, ...fromDiscovery(discovery, config, report) };
    if (discovery.calendars.length === 0) {
      return { ...found, problem: NOTHING_LEFT };
    }
    const server = await inspectServer(account, discovery, { budget });
    const lacks = shortfallsOf({ discovery, server, offered: new Set(report.tools) });
    return { ...found, ok: true, scheduling: server.scheduling, will_not_work: lacks };
  } catch (error) {
    if (error instanceof CaldavError || error instanceof BudgetSpent) {
      return { ...report, problem: error.message };
    }
    throw error;
  } finally {
    budget.close();
  }
}

const NOTHING_LEFT =
  "CALDAV_CALENDARS leaves no calendar of this account to work with. Without it, --check shows which there are.";

function fromSettings(config: Config): Report {
  const tools = offeredTools(config);
  return {
    ok: false,
    url: config.account?.url.href,
    account: undefined,
    timezone: config.timezone,
    tools: tools.map(({ name }) => name),
    guarded: tools.filter(({ guarded }) => guarded).map(({ name }) => name),
    dialogs: config.elicitation ? "on" : "off",
    further_hosts: config.allowedHosts.map((host) => (host.kind === "exact" ? host.host : `*${host.suffix}`)),
    calendars: [],
    own_addresses: 0,
    withheld: 0,
    skipped: 0,
    scheduling: undefined,
    will_not_work: [],
    warnings: [
      ...(config.elicitation ? [] : [DIALOGS_OFF]),
      ...(config.insecureTls ? ["CALDAV_INSECURE_TLS is on: the server's certificate is not checked."] : []),
    ],
  };
}

function fromDiscovery(discovery: Discovery, config: Config, { warnings }: Report): Partial<Report> {
  const { calendars, addresses, withheld, skipped, principal } = discovery;
  const named = config.account?.url.href;
  const isCalendar = calendars.some(({ url }) => url.href === named);
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

function asText(report: Report): string {
  const lines = [
    `${NAME}: ${report.url ?? "no account"}, times in ${report.timezone}`,
    ...(report.timezone === "UTC" ? [IN_UTC] : []),
    ...(report.account === undefined ? [] : [`Account: ${report.account}`]),
    `Tools: ${report.tools.join(", ")}`,
    askingLine(report),
    ...(report.further_hosts.length > 0 ? [`Further hosts: ${report.further_hosts.join(", ")}`] : []),
    ...(report.calendars.length > 0 ? ["Calendars:"] : []),
    ...report.calendars.map(
      ({ id, name, takes, writable }) =>
        `  ${id}  ${name}  [${takes.join(", ")}]${writable ? "" : "  read-only"}`,
    ),
    ...(report.scheduling === undefined ? [] : [SCHEDULING[report.scheduling]]),
    ...(report.will_not_work.length > 0 ? ["Will not work here:"] : []),
    ...report.will_not_work.map((sentence) => `  ${sentence}`),
    ...(report.withheld > 0 ? [`Withheld by CALDAV_CALENDARS: ${report.withheld}`] : []),
    ...(report.skipped > 0 ? [`Collections that cannot be used: ${report.skipped}`] : []),
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    closing(report),
  ];
  return `${lines.join("\n")}\n`;
}

const IN_UTC = "Local times are read and shown in UTC; CALDAV_TIMEZONE names another zone.";

function askingLine({ guarded, dialogs }: Report): string {
  if (guarded.length === 0) return "No tool that asks a person is offered.";
  const names = guarded.join(", ");
  return dialogs === "on" ? `These ask a person first: ${names}` : `These would ask a person first: ${names}`;
}

function closing({ problem, warnings, will_not_work: lacks }: Report): string {
  if (problem !== undefined) return `Not working: ${problem}`;
  if (warnings.length > 0) return "It works; see the warnings above.";
  return lacks.length === 0 ? "All is well." : "It works, but for what is named above.";
}

const SCHEDULING: Record<Scheduling, string> = {
  yes: "This server mails invited people by itself.",
  no: "This server does not mail invited people.",
  unknown: "Whether this server mails invited people could not be found out.",
};
