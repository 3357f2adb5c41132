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
  it("answers no, then yes, on both revisions, and ends with 0 because all is as it should be", async () => {
    const { code, shown, log } = await withoutTerminal();
    expect({ code, log }).toEqual({ code: 0, log: "" });
    const times = (text: string): number => shown.split(text).length - 1;
    for (const server of ["caldav-mcp", "mealie-mcp"]) {
      expect(shown).toContain(`${server} on protocol revision 2025-11-25`);
      expect(shown).toContain(`${server} on protocol revision 2026-07-28`);
      expect(shown).toContain(`${server} at a client that cannot show a dialog`);
    }
    expect(times("caldav-mcp asks")).toBe(12);
    expect(times("mealie-mcp asks")).toBe(8);
    expect(times("nothing was touched")).toBe(14);
    expect(times("one occurrence is gone, the series stays")).toBe(3);
    expect(times("this entry is gone, and only this one")).toBe(4);
    expect(times("the first food is gone, the other stays")).toBe(3);
    expect(times("one share link more, with the day that was asked about")).toBe(2);
    expect(times("it names the last day")).toBe(4);
    expect(times("The person said no. Nothing was changed.")).toBe(10);
    expect(times("The confirm_token does not fit this call")).toBe(1);
    expect(shown).not.toContain("faster than anybody reads");
    expect(shown).toContain("all 3 of its occurrences");
    expect(shown.split("\n").filter((line) => line.length > 80)).toEqual([]);
  });
});
