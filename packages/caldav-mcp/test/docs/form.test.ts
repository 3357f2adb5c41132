import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { VARIABLES } from "../../src/config.ts";

const PAGE = readFileSync(
  fileURLToPath(new URL("../../../../docs/troubleshooting/calendar.md", import.meta.url)),
  "utf8",
);

/** Of Node, not of this server: only the form of a bundle asks for it. */
const OF_NODE = "| `NODE_EXTRA_CA_CERTS` | Certificate authority |";

it("the page that explains texts says what each variable is called in a form", () => {
  const [, table = ""] = PAGE.split("| the text says | the form says |\n| --- | --- |\n");
  const rows = VARIABLES.map(({ name, field }) => `| \`${name}\` | ${field.title} |`);
  expect(table.split("\n\n")[0]?.split("\n")).toEqual([...rows, OF_NODE]);
});
