import { afterAll, beforeAll, describe } from "vitest";
import { asksAPerson, type Refusal, takesTheToken } from "./behaviour.ts";
import type { Connect } from "./client.ts";
import { type Mcpdo, startMcpdo } from "./mcpdo.ts";

let mcpdo: Mcpdo;
beforeAll(async () => {
  mcpdo = await startMcpdo();
});
afterAll(() => mcpdo[Symbol.asyncDispose]());

const on =
  (era: "legacy" | "modern"): Connect =>
  (server, options) =>
    mcpdo.connect(era)(server, options);

// Each command takes a second, so only what the Inspector has commands for.
const refusals: Refusal[] = ["it is declined", "it is closed"];

describe("mcpdo in the legacy era", () => {
  asksAPerson(on("legacy"), { revision: "2025-11-25", refusals });
});

describe("mcpdo in the modern era", () => {
  asksAPerson(on("modern"), { revision: "2026-07-28", refusals });
});

// One server in each era will do.
describe("mcpdo without dialogs", () => {
  takesTheToken(on("legacy"), { revision: "2025-11-25" }, ["caldav-mcp"]);
  takesTheToken(on("modern"), { revision: "2026-07-28" }, ["mealie-mcp"]);
});
