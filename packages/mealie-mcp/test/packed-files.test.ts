import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const FOLDER = fileURLToPath(new URL("..", import.meta.url));

/** What would be published, as the package manager says it without writing anything. */
async function packedFiles(): Promise<string[]> {
  const { stdout } = await promisify(execFile)("pnpm", ["pack", "--dry-run", "--json"], { cwd: FOLDER });
  const packed: { files: { path: string }[] } = JSON.parse(stdout);
  return packed.files.map(({ path }) => path);
}

it("what is published holds no test and no data of tests", { timeout: 60_000 }, async () => {
  const files = await packedFiles();
  expect(files).toContain("package.json");
  const others = files.filter(
    (file) => !/^(?:dist\/|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$)/.test(file),
  );
  expect(others).toEqual([]);
  expect(files.filter((file) => /exchanges|contract-\d|\.test\./.test(file))).toEqual([]);
});
