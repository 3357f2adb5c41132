import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, it } from "vitest";

const run = promisify(execFile);
const KIT = new URL("../../src/testing/index.ts", import.meta.url).href;

/** Connects in a process where one package cannot be found, as if it had not been installed. */
async function withoutPackage(hidden: string, options: object): Promise<string> {
  const script = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (!specifier.startsWith(${JSON.stringify(hidden)})) return next(specifier, context);
        throw Object.assign(new Error("hidden"), { code: "ERR_MODULE_NOT_FOUND" });
      },
    });
    const { connect, connectRaw } = await import(${JSON.stringify(KIT)});
    const target = { command: process.execPath, args: [${JSON.stringify(new URL("./servers/plain-stdio.ts", import.meta.url).pathname)}], env: {} };
    const connection = await connect(target, ${JSON.stringify(options)}).catch((error) => error);
    console.log(connection.message ?? (await connection.callTool("acts")).content[0].text);
    await connection.close?.();
    await (await connectRaw(target, { era: "2025" })).close();
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "--eval", script], {
    timeout: 55_000,
  });
  return stdout.trim();
}

it("needs no SDK v1 to connect with SDK v2", async () => {
  expect(await withoutPackage("@modelcontextprotocol/sdk", { era: "2026" })).toBe("0");
});

it("needs no SDK v2 client to connect with SDK v1", async () => {
  expect(await withoutPackage("@modelcontextprotocol/client", { era: "2025", sdk: "v1" })).toBe("0");
});

it("names the package that is missing", async () => {
  expect(await withoutPackage("@modelcontextprotocol/sdk", { era: "2025", sdk: "v1" })).toBe(
    "This connection needs the package @modelcontextprotocol/sdk, which could not be loaded.",
  );
});
