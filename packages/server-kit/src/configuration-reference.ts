import type { Variable } from "./variable.ts";

/** The reference of a server's settings in Markdown, written from the table alone. */
export function configurationReference(server: string, variables: readonly Variable[]): string {
  const parts = [
    `# The settings of ${server}`,
    `All settings are environment variables: in a client they stand under \`env\`, beside the command that starts the server. A value that cannot be used stops the start with one line that names the variable and what is valid; it never repeats a secret. \`ELICITATION\` is the only one without a prefix, so that one variable reaches every server that uses the guard.`,
    "A secret can stand in its variable, or in a text file that the variable with `_FILE` at the end names, which keeps it out of the client's configuration. One of the two, not both. The program takes secrets out of its environment before it does anything else.",
    [
      "| setting | what it is | default |",
      "| --- | --- | --- |",
      ...variables.map(
        (variable) =>
          `| [\`${variable.name}\`](#${variable.name.toLowerCase()})${variable.secret === true ? " (secret)" : ""} | ${cell(variable.meaning)} | ${cell(variable.fallback ?? "")} |`,
      ),
    ].join("\n"),
    `\`${server} --help\` prints the same list, and \`${server} --check\` says what comes of your settings.`,
    ...variables.map(section),
  ];
  return `${parts.join("\n\n")}\n`;
}

function section(variable: Variable): string {
  const { name, meaning, valid, fallback, secret } = variable;
  const facts = [
    ["Default", fallback ?? (isNeeded(variable) ? "none; it has to be set" : "none")],
    ["Valid", valid],
    ...(secret === true
      ? [["Secret", `yes; or \`${name}_FILE\`: a text file of at most 64 KiB that holds nothing else`]]
      : []),
    ["Example", `\`${exampleOf(variable)}\``],
  ];
  return [
    `## \`${name}\``,
    `${escaped(meaning)}.`,
    facts.map(([label = "", fact = ""]) => `- ${label}: ${escaped(fact)}`).join("\n"),
  ].join("\n\n");
}

function isNeeded({ field }: Variable): boolean {
  return field.kind === "text" && field.required === true;
}

/** A line as it may stand in an environment; of a secret, the line that names its file. */
export function exampleOf({ name, secret, field }: Variable): string {
  if (secret === true) {
    const file = name.toLowerCase().replaceAll("_", "-");
    return `${name}_FILE=/home/ada/.${file}`;
  }
  switch (field.kind) {
    case "text":
      return `${name}=${field.example ?? field.initial ?? ""}`;
    case "number":
      return `${name}=${field.initial}`;
    case "switch":
      return `${name}=${String(!field.initial)}`;
  }
}

function cell(text: string): string {
  return escaped(text).replaceAll("|", String.raw`\|`);
}

/** A star is no emphasis here. */
function escaped(text: string): string {
  return text
    .split("`")
    .map((part, index) => (index % 2 === 0 ? part.replaceAll("*", String.raw`\*`) : part))
    .join("`");
}
