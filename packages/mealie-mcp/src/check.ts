import {
  askingLine,
  BudgetSpent,
  type CheckReport,
  createBudget,
  renderCheck,
  reportOnSettings,
} from "server-kit";
import { readAbout, readSelf, type Self } from "./about.ts";
import { type Config, missingText } from "./config.ts";
import { MealieError } from "./errors.ts";
import { type Edges, NAME, offeredTools, openInstance } from "./server.ts";
import { shortfallsOf } from "./shortfalls.ts";

type Report = CheckReport & { version?: string | undefined; rights?: Self["rights"] };

/** Connects with the settings and says what was found and what will not work; for a person, not for a model. */
export async function check(
  config: Config,
  { json, edges }: { json: boolean; edges: Edges },
): Promise<{ ok: boolean; text: string }> {
  const report = await inspect(config, edges);
  return renderCheck(report, { json, lines: linesOf(report) });
}

async function inspect(config: Config, edges: Edges): Promise<Report> {
  const report = reportOnSettings(config, { tools: offeredTools(config), prefix: "MEALIE" });
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
      warnings: [...report.warnings, ...shortfallsOf(about, report.tools)],
    };
  } catch (error) {
    if (error instanceof MealieError || error instanceof BudgetSpent)
      return { ...report, problem: error.message };
    throw error;
  } finally {
    budget.close();
  }
}

function linesOf(report: Report): string[] {
  const { rights, tools } = report;
  const may =
    rights === undefined ? [] : Object.entries(rights).flatMap(([right, has]) => (has ? [right] : []));
  return [
    `${NAME}: ${report.url ?? "no account"}, dates in ${report.timezone}`,
    ...(report.version === undefined ? [] : [`Mealie ${report.version}`]),
    ...(rights === undefined
      ? []
      : [`The user of the token may: ${may.length === 0 ? "nothing special" : may.join(", ")}`]),
    `Tools: ${tools.length} (${NAME} --tools names them)`,
    askingLine(report),
  ];
}
