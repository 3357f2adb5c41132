import { BudgetSpent, createBudget, DIALOGS_OFF } from "server-kit";
import { type About, readAbout, readSelf, type Self } from "./about.ts";
import { type Config, missingText } from "./config.ts";
import { MealieError } from "./errors.ts";
import { type Edges, NAME, offeredTools, openInstance } from "./server.ts";

type Report = {
  ok: boolean;
  url: string | undefined;
  problem?: string;
  version?: string | undefined;
  rights?: Self["rights"];
  timezone: string;
  tools: string[];
  guarded: string[];
  dialogs: "on" | "off";
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
  const { api } = openInstance(config, config.account, edges);
  const budget = createBudget({});
  try {
    const [about, self] = await Promise.all([readAbout(api, { budget }), readSelf(api, { budget })]);
    return {
      ...report,
      ok: true,
      version: about.version,
      rights: self.rights,
      warnings: [...report.warnings, ...warningsOf(about)],
    };
  } catch (error) {
    if (error instanceof MealieError || error instanceof BudgetSpent)
      return { ...report, problem: error.message };
    throw error;
  } finally {
    budget.close();
  }
}

function fromSettings(config: Config): Report {
  const tools = offeredTools(config);
  return {
    ok: false,
    url: config.account?.url.href,
    timezone: config.timezone,
    tools: tools.map(({ name }) => name),
    guarded: tools.filter(({ guarded }) => guarded).map(({ name }) => name),
    dialogs: config.elicitation ? "on" : "off",
    warnings: [
      ...(config.elicitation ? [] : [DIALOGS_OFF]),
      ...(config.insecureTls ? ["MEALIE_INSECURE_TLS is on: the server's certificate is not checked."] : []),
    ],
  };
}

function warningsOf({ version }: About): string[] {
  const major = Number(/^v(\d+)\./.exec(version ?? "")?.[1]);
  return major < 2 ? ["This Mealie is older than version 2; most tools will not work with it."] : [];
}

function asText(report: Report): string {
  const { rights, tools } = report;
  const may =
    rights === undefined ? [] : Object.entries(rights).flatMap(([right, has]) => (has ? [right] : []));
  const lines = [
    `${NAME}: ${report.url ?? "no account"}, dates in ${report.timezone}`,
    ...(report.version === undefined ? [] : [`Mealie ${report.version}`]),
    ...(rights === undefined
      ? []
      : [`The user of the token may: ${may.length === 0 ? "nothing special" : may.join(", ")}`]),
    `Tools: ${tools.length} (${NAME} --tools names them)`,
    askingLine(report),
    ...report.warnings.map((warning) => `Warning: ${warning}`),
    closing(report),
  ];
  return `${lines.join("\n")}\n`;
}

function askingLine({ guarded, dialogs }: Report): string {
  if (guarded.length === 0) return "No tool that asks a person is offered.";
  return `These ${guarded.length} ${dialogs === "on" ? "ask" : "would ask"} a person first: ${guarded.join(", ")}`;
}

function closing({ problem, warnings }: Report): string {
  if (problem !== undefined) return `Not working: ${problem}`;
  return warnings.length === 0 ? "All is well." : "It works; see the warnings above.";
}
