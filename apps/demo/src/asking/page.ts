import { type Dialog, drawDialog } from "../person.ts";

/** One situation in which a tool asks, and the call that leads there. */
export type Situation = { title: string; words: string; args: Record<string, unknown> };

/** A tool that asks: when it does, and the situations that are shown. */
export type AskingTool = { tool: string; when: string; situations: readonly Situation[] };

/** The dialog that the server sent in each of the situations, in their order. */
export type Asked = AskingTool & { dialogs: readonly Dialog[] };

/** What differs between the two pages; `rules` are sentences that hold for every question of this server. */
export type PageWords = { server: string; backend: string; sample: string; rules: readonly string[] };

const SCREEN = { width: 80, colour: false };

/** The page that shows every question of a server, drawn as the demo draws it. */
export function askingPage({ server, backend, sample, rules }: PageWords, tools: readonly Asked[]): string {
  const parts = [
    `# What ${server} asks`,
    `Every question that ${server} puts to a person, as the person gets it. The server itself has sent these dialogs, on ${sample} in a test, and that test fails when a question no longer reads like this.`,
    "Your client draws the same text in its own way: in a terminal it may be a box like these, elsewhere a window with a list of two choices. What holds everywhere:",
    [
      "The no stands first, the yes last. To close the dialog, to decline it or to let it wait is no yes.",
      ...rules,
      `A yes holds once, for exactly the call that was asked about, on ${backend} as it was then. [What a confirmation proves](../security/confirmation.md) says where that ends.`,
      "A client that cannot show a dialog gets the two-call token instead: see [Questions and clients](../troubleshooting/questions.md).",
    ]
      .map((rule) => `- ${rule}`)
      .join("\n"),
    table(tools),
    ...tools.flatMap(chapter),
  ];
  return `${parts.join("\n\n")}\n`;
}

function table(tools: readonly AskingTool[]): string {
  const rows = tools.map(({ tool, when }) => `| [\`${tool}\`](#${tool}) | ${when} |`);
  return ["| tool | asks |", "| --- | --- |", ...rows].join("\n");
}

function chapter({ tool, situations, dialogs }: Asked): string[] {
  if (dialogs.length !== situations.length) throw new RangeError(`${tool}: a dialog is missing.`);
  return [
    `## \`${tool}\``,
    ...situations.flatMap(({ title, words }, index) => [
      `### ${title}`,
      words,
      ...dialogs.slice(index, index + 1).map(drawn),
    ]),
  ];
}

function drawn(dialog: Dialog): string {
  return ["```text", drawDialog(SCREEN, dialog), "```"].join("\n");
}
