import { clean } from "confirm-guard";
import {
  askingLine,
  BudgetSpent,
  type CheckReport,
  createBudget,
  renderCheck,
  reportOnSettings,
} from "server-kit";
import { type Config, missingText } from "./config.ts";
import type { Calendar, Discovery } from "./dav/calendars.ts";
import type { Scheduling } from "./dav/scheduling.ts";
import { CaldavError } from "./errors.ts";
import { type Edges, NAME, offeredTools, openAccount } from "./server.ts";
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
  return renderCheck(report, { json, lines: linesOf(report) });
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

function linesOf(report: Report): string[] {
  return [
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
    ...(report.withheld > 0 ? [`Withheld by CALDAV_CALENDARS: ${report.withheld}`] : []),
    ...(report.skipped > 0 ? [`Collections that cannot be used: ${report.skipped}`] : []),
  ];
}

const IN_UTC = "Local times are read and shown in UTC; CALDAV_TIMEZONE names another zone.";

const SCHEDULING: Record<Scheduling, string> = {
  yes: "This server mails invited people by itself.",
  no: "This server does not mail invited people.",
  unknown: "Whether this server mails invited people could not be found out.",
};
