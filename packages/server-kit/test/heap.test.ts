import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { keepHeapSmall } from "../src/heap.ts";

const MODULE = new URL("../src/heap.ts", import.meta.url).href;

/** Megabytes for young objects after much of what was made has survived a few collections, and what was said on stderr. */
async function roomForYoung(prepare: string): Promise<{ mb: number; stderr: string }> {
  const script = `
    import { getHeapSpaceStatistics } from "node:v8";
    import { keepHeapSmall } from ${JSON.stringify(MODULE)};
    const room = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size / 1048576;
    ${prepare}
    let kept = [];
    for (let count = 0; count < 4_000_000; count += 1) {
      kept.push({ count });
      if (kept.length > 600_000) kept = [];
    }
    process.stdout.write(String(room()));`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    "--input-type=module",
    "-e",
    script,
  ]);
  return { mb: Number(stdout), stderr };
}

describe("the heap of a server", () => {
  it("does not grow with what happens to be in use, and nothing is said about it", { retry: 2 }, async () => {
    const small = await roomForYoung("keepHeapSmall();");
    expect(small.stderr).toBe("");
    // Some 2 to 7 MB beside 16 to 64; V8 looks at what else the computer does.
    expect(small.mb * 2).toBeLessThan((await roomForYoung("")).mb);
  });

  it("is left alone on a Node that nobody has tried", () => {
    const settings: string[] = [];
    const set = (setting: string): void => void settings.push(setting);
    keepHeapSmall({ node: "27.0.0", set });
    expect(settings).toEqual([]);
    keepHeapSmall({ node: "22.0.0", set });
    expect(settings).toEqual(["--semi-space-growth-factor=1", "--heap-growing-percent=100"]);
  });
});
