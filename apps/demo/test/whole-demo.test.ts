import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const MAIN = fileURLToPath(new URL("../dist/main.js", import.meta.url));

async function withoutTerminal(): Promise<{ code: unknown; shown: string; log: string }> {
  const child = spawn(process.execPath, [MAIN], { stdio: ["ignore", "pipe", "pipe"] });
  let shown = "";
  let log = "";
  child.stdout.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (log += chunk.toString("utf8")));
  const [code] = await once(child, "close");
  return { code, shown, log };
}

describe("the demo without a terminal", () => {
  it("answers no, then yes, on both revisions, and ends with 0 because the calendar is as it should be", async () => {
    const { code, shown, log } = await withoutTerminal();
    expect({ code, log }).toEqual({ code: 0, log: "" });
    expect(shown).toContain("Protocol revision 2025-11-25");
    expect(shown).toContain("Protocol revision 2026-07-28");
    expect(shown.match(/caldav-mcp asks/g)).toHaveLength(12);
    expect(shown.match(/nothing was touched/g)).toHaveLength(7);
    expect(shown.match(/one occurrence is gone, the series stays/g)).toHaveLength(3);
    expect(shown.match(/this entry is gone, and only this one/g)).toHaveLength(4);
    expect(shown.match(/The person said no\. Nothing was changed\./g)).toHaveLength(6);
    expect(shown).not.toContain("faster than anybody reads");
    expect(shown).toContain("all 3 of its occurrences");
    expect(shown.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});
