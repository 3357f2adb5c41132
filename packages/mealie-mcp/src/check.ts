import {
  BudgetSpent,
  type CheckedProgram,
  type CheckReport,
  createBudget,
  renderCheck,
  reportOnSettings,
  toolLines,
} from "server-kit";
import { readAbout, readSelf, type Rights } from "./about.ts";
import { type Config, missingText } from "./config.ts";
import { MealieError, type MealieErrorCode } from "./errors.ts";
import { openInstance } from "./opened.ts";
import { type Edges, NAME, offeredTools } from "./server.ts";
import { shortfallsOf } from "./shortfalls.ts";

type Report = CheckReport & { version?: string | undefined; rights?: Rights };

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
  const report = reportOnSettings(config, { tools: offeredTools(config), prefix: "MEALIE" });
  if (config.account === undefined)
    return { ...report, problem: `${missingText(config)} ${NAME} --help explains each.` };
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
    if (error instanceof MealieError) return { ...report, problem: PROBLEMS[error.code] ?? error.message };
    if (error instanceof BudgetSpent) return { ...report, problem: TOO_SLOW };
    throw error;
  } finally {
    budget.close();
  }
}

const NOT_MEALIE =
  "What answers at MEALIE_URL is not Mealie's API. MEALIE_URL has to be the address at which a browser shows Mealie, without the path of a page.";

/** What a failure means before anything has worked. */
const PROBLEMS: Partial<Record<MealieErrorCode, string>> = {
  "not-found": NOT_MEALIE,
  unsupported: NOT_MEALIE,
  "not-mealie": NOT_MEALIE,
  forbidden:
    "Something refuses this token before Mealie looks at it (HTTP 403). Check MEALIE_URL, and whether a proxy in front of Mealie wants a login of its own.",
};

const TOO_SLOW = "Mealie took more than half a minute for a first look; that is too slow to work with.";

function linesOf(report: Report, program: CheckedProgram): string[] {
  const { ok, version, rights, timezone } = report;
  if (!ok) return [];
  const may = Object.entries(rights ?? {}).flatMap(([right, has]) => (has ? [right] : []));
  return [
    ...(version === undefined ? [] : [`Mealie ${version}`]),
    `The user of the token may: ${may.length === 0 ? "nothing special" : may.join(", ")}`,
    `Dates: ${timezone}${timezone === "UTC" ? IN_UTC : ""}`,
    ...toolLines(report, program),
  ];
}

const IN_UTC = "; MEALIE_TIMEZONE names another zone";
