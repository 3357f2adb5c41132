import type { Listable } from "./help.ts";
import { isInTheClear } from "./environment.ts";
import { DIALOGS_OFF, type SharedSettings } from "./shared-settings.ts";
import { hanging } from "./wrap.ts";

/** What every `--check` found, before a server adds what is its own. */
export type CheckReport = {
  ok: boolean;
  /** Why it does not work. */
  problem?: string;
  /** The configured address. */
  url: string | undefined;
  timezone: string;
  tools: string[];
  guarded: string[];
  dialogs: "on" | "off";
  /** What is offered and does not work on this server, a sentence each. */
  will_not_work: string[];
  warnings: string[];
};

type Settings = SharedSettings & { account: { url: URL } | undefined; timezone: string };

/** The program as its own output names it. */
export type CheckedProgram = { name: string; version: string };

/** What the settings alone say; nothing was connected to yet. */
export const reportOnSettings = (
  { account, timezone, elicitation, insecureTls }: Settings,
  { tools, prefix }: { tools: readonly Listable[]; prefix: string },
): CheckReport => ({
  ok: false,
  url: account?.url.href,
  timezone,
  tools: tools.map(({ name }) => name),
  guarded: tools.filter(({ guarded }) => guarded).map(({ name }) => name),
  dialogs: elicitation ? "on" : "off",
  will_not_work: [],
  warnings: [
    ...(elicitation ? [] : [DIALOGS_OFF]),
    ...(insecureTls ? [`${prefix}_INSECURE_TLS is on: the server's certificate is not checked.`] : []),
    ...(account !== undefined && isInTheClear(account.url)
      ? [
          `${prefix}_ALLOW_PLAINTEXT is in use: credentials and data cross the network unencrypted, for everybody on the way to read.`,
        ]
      : []),
  ],
});

/**
 * The report as `--check` prints it: for programs all of it, for a person the given lines, in the width of a terminal,
 * and what they come to. What does not work leaves no room for anything else.
 */
export const renderCheck = (
  report: CheckReport,
  { json, lines, program }: { json: boolean; lines: readonly string[]; program: CheckedProgram },
): { ok: boolean; text: string } => {
  const { ok, url, will_not_work: lacks, warnings } = report;
  if (json) return { ok, text: `${JSON.stringify(report, null, 2)}\n` };
  const all = [
    `${program.name} ${program.version}: ${url ?? "no account"}`,
    ...lines,
    ...(lacks.length > 0 ? ["Will not work here:"] : []),
    ...lacks.map((sentence) => `  ${sentence}`),
    ...warnings.map((warning) => `Warning: ${warning}`),
    closing(report),
  ];
  return { ok, text: `${all.flatMap(hanging).join("\n")}\n` };
};

/** How many tools are offered, and which of them ask a person. */
export const toolLines = ({ tools, guarded, dialogs }: CheckReport, { name }: CheckedProgram): string[] => [
  `Tools: ${tools.length} (${name} --tools names them)`,
  guarded.length === 0 ? "No tool that asks a person is offered." : askingLine(guarded, dialogs),
];

const askingLine = (names: readonly string[], dialogs: CheckReport["dialogs"]): string =>
  names.length === 1
    ? `This one ${dialogs === "on" ? "asks" : "would ask"} a person first: ${names.join("")}`
    : `These ${names.length} ${dialogs === "on" ? "ask" : "would ask"} a person first: ${names.join(", ")}`;

const closing = ({ problem, warnings, will_not_work: lacks }: CheckReport): string => {
  if (problem !== undefined) return `Not working: ${problem}`;
  if (warnings.length > 0) return "It works; see the warnings above.";
  return lacks.length === 0 ? "All is well." : "It works, but for what is named above.";
};
