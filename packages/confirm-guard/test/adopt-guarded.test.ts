import { McpServer } from "@modelcontextprotocol/server";
import { assertGuarded } from "confirm-guard/testing";
import { expect, it } from "vitest";
import { addDeleteNote } from "../examples/guarded-tool-v2.ts";

// A store of your tests that counts what is really done.
const versions = new Map<string, number>();
let deletions = 0;
const notes = {
  async read(id: string) {
    const version = versions.get(id);
    return version === undefined ? undefined : { version, lines: 12 };
  },
  async delete(id: string, version: number) {
    if (versions.get(id) !== version) return false;
    versions.delete(id);
    deletions += 1;
    return true;
  },
};

function buildServer(): McpServer {
  const server = new McpServer({ name: "notes-mcp", version: "1.0.0" });
  addDeleteNote(server, notes);
  return server;
}

it("deletes nothing without a yes, on both revisions", async () => {
  const report = await assertGuarded({
    target: { factory: buildServer },
    calls: [{ tool: "delete_note", args: { id: "n1" } }],
    writes: () => deletions,
    reset: () => void versions.set("n1", 1),
  });
  expect(report.eras).toEqual(["2025", "2026"]);
});
