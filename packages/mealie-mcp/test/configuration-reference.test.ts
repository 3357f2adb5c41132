import { configurationReference, exampleOf } from "server-kit/reference";
import { expect, it } from "vitest";
import { readConfig, VARIABLES } from "../src/config.ts";

it("the settings in the documentation are what the table says", async () => {
  const page = configurationReference("mealie-mcp", VARIABLES);
  await expect(page).toMatchFileSnapshot("../../../docs/reference/mealie-mcp-configuration.md");
});

it.each(VARIABLES.filter(({ secret }) => secret !== true))("the example of $name is taken", (variable) => {
  const [name = "", value] = exampleOf(variable).split("=");
  expect(() => readConfig({ [name]: value })).not.toThrow();
});
