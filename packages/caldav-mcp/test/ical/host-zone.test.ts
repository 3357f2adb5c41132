import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const script = fileURLToPath(new URL("host-zone-script.ts", import.meta.url));

function outputUnder(zone: string): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [script], {
    env: { ...process.env, TZ: zone, NODE_OPTIONS: "" },
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

describe("the zone of the machine", () => {
  it("changes nothing (F50)", () => {
    const [first, ...others] = ["UTC", "Pacific/Auckland", "Pacific/Midway", "America/New_York"].map(
      outputUnder,
    );
    expect(first?.split("\n").length).toBeGreaterThan(20);
    for (const other of others) expect(other).toBe(first);
  });
});
