import { mkdtempSync, rmSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startRegistry } from "./packed/registry.mjs";

/** A registry without a package of its own. */
async function emptyRegistry(options?: { upstream: string }) {
  const folder = mkdtempSync(join(tmpdir(), "registry-"));
  const registry = await startRegistry(folder, options);
  onTestFinished(async () => {
    await registry.stop();
    rmSync(folder, { recursive: true });
  });
  return registry;
}

/** The path as it is written, which `fetch` would tidy up first. */
async function ask(registry: string, path: string): Promise<{ status?: number; location?: string }> {
  return await new Promise((resolve, reject) => {
    request(registry, { path, agent: false }, (answer) => {
      answer.resume();
      const { statusCode, headers } = answer;
      resolve({
        ...(statusCode === undefined ? {} : { status: statusCode }),
        ...(headers.location === undefined ? {} : { location: headers.location }),
      });
    })
      .once("error", reject)
      .end();
  });
}

describe("the registry of the package checks", () => {
  const upstream = "https://registry.example.org/npm";

  it.each([
    ["/zod", `${upstream}/zod`],
    ["/@scope%2fname?write=true", `${upstream}/@scope%2fname?write=true`],
    ["/https://elsewhere.example.org/zod", `${upstream}/https://elsewhere.example.org/zod`],
    ["///elsewhere.example.org/zod", `${upstream}/elsewhere.example.org/zod`],
  ])("sends %s on to the other registry and nowhere else", async (path, location) => {
    const registry = await emptyRegistry({ upstream });
    expect(await ask(registry.url, path)).toEqual({ status: 307, location });
  });

  it("has no file of the disk, only its own tarballs", async () => {
    const registry = await emptyRegistry();
    for (const path of ["/-/../package.json", "/-/%2e%2e%2fpackage.json", "/../../etc/hosts"])
      expect(await ask(registry.url, path)).toEqual({ status: 404 });
  });

  it("goes on after a name that cannot be decoded", async () => {
    const registry = await emptyRegistry();
    expect(await ask(registry.url, "/%")).toEqual({ status: 400 });
    expect(await ask(registry.url, "/zod")).toEqual({ status: 404 });
    expect(registry.sentOn).toEqual(["zod"]);
  });
});
