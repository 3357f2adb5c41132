import { clean } from "confirm-guard";
import { createBudget } from "server-kit";
import { type Config, setUpText } from "./config.ts";
import type { Calendar, Discovery } from "./dav/calendars.ts";
import type { Scheduling } from "./dav/scheduling.ts";
import { CaldavError } from "./errors.ts";
import { type Edges, NAME, offeredTools, openAccount } from "./server.ts";

type Report = {
  ok: boolean;
  account: string | undefined;
  problem?: string;
  timezone: string;
  tools: string[];
  asks: string[];
  further_hosts: string[];
  calendars: { id: string; name: string; takes: string[]; writable: boolean }[];
  own_addresses: number;
  withheld: number;
  skipped: number;
  scheduling: Scheduling | undefined;
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
  const tools = offeredTools(config);
  const report: Report = {
    ok: false,
    account: config.account?.url.origin,
    timezone: config.timezone,
    tools: tools.map(({ name }) => name),
    asks: tools.filter(({ guarded }) => guarded).map(({ name }) => name),
    further_hosts: config.allowedHosts.map((host) => (host.kind === "exact" ? host.host : `*${host.suffix}`)),
    calendars: [],
    own_addresses: 0,
    withheld: 0,
    skipped: 0,
    scheduling: undefined,
    warnings: config.insecureTls
      ? ["CALDAV_INSECURE_TLS is on: the server's certificate is not checked."]
      : [],
  };
  if (config.account === undefined) return { ...report, problem: setUpText(config) };
  const account = openAccount(config, config.account, edges);
  const budget = createBudget({});
  try {
    const discovery = await account.discover({ budget });
    return {
      ...report,
      ok: true,
      ...found(discovery, report),
      scheduling: await account.scheduling(discovery, { budget }),
    };
  } catch (error) {
    const problem = error instanceof Error && (error instanceof CaldavError || error.name === "BudgetSpent");
    if (!problem) throw error;
    return { ...report, problem: error.message };
  } finally {
    budget.close();
  }
}

function found(discovery: Discovery, { warnings }: Report): Partial<Report> {
  const { calendars, addresses, withheld, skipped } = discovery;
  return {
    calendars: calendars.map(calendarLine),
    own_addresses: addresses.length,
    withheld,
    skipped,
    warnings: [...warnings, ...discovery.warnings],
  };
}

function calendarLine({ id, name, components, readOnly, subscribed }: Calendar): Report["calendars"][number] {
  const shown = name === undefined ? "" : clean(name, { maxChars: 60 }).text.replaceAll(/\s+/g, " ");
  return { id, name: shown, takes: components, writable: !readOnly && !subscribed };
}

function asText(report: Report): string {
  const lines = [
    `${NAME}: ${report.account ?? "no account"}, times in ${report.timezone}`,
    `Tools: ${report.tools.join(", ")}`,
    `These ask a person first: ${report.asks.join(", ") || "none is offered"}`,
    ...(report.further_hosts.length > 0 ? [`Further hosts: ${report.further_hosts.join(", ")}`] : []),
    ...report.calendars.map(
      ({ id, name, takes, writable }) =>
        `  ${id}  ${name}  [${takes.join(", ")}]${writable ? "" : "  read-only"}`,
    ),
    ...(report.scheduling === undefined ? [] : [SCHEDULING[report.scheduling]]),
    ...(report.ok && report.own_addresses === 0
      ? ["Own mail addresses: none known; set CALDAV_USER_EMAIL so that invitations to you are recognised."]
      : []),
    ...(report.withheld > 0 ? [`${report.withheld} more calendars are withheld by CALDAV_CALENDARS.`] : []),
    ...(report.skipped > 0 ? [`${report.skipped} collections cannot be used and were left out.`] : []),
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    report.problem === undefined ? "All is well." : `Not working: ${report.problem}`,
  ];
  return `${lines.join("\n")}\n`;
}

const SCHEDULING: Record<Scheduling, string> = {
  yes: "This server mails invited people by itself.",
  no: "This server does not mail invited people.",
  unknown: "Whether this server mails invited people could not be found out.",
};
