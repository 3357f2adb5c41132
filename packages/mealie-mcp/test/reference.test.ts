import { toolReference } from "server-kit/reference";
import { expect, it } from "vitest";
import { TOOL_AREAS } from "../src/tools/index.ts";

it("the reference in the documentation is what the tool table says", async () => {
  const page = toolReference("mealie-mcp", TOOL_AREAS);
  await expect(page).toMatchFileSnapshot("../../../docs/reference/mealie-mcp.md");
});
