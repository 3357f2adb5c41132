import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { programOf } from "./available.ts";
import type { TestServer } from "./test-server.ts";

const run = promisify(execFile);

/** The version of a server, such as `3.1.8`; empty for the sandbox, which has none of its own. */
export async function serverVersion(server: TestServer): Promise<string> {
  const { name } = server;
  if (name === "sandbox") return "";
  const said =
    name === "cyrus"
      ? ((await server.request("OPTIONS", "/")).headers.get("server") ?? "")
      : (await run(programOf(name) ?? name, ["--version"])).stdout;
  const [version] = /\d+\.\d+\.\d+/.exec(said) ?? [];
  if (version === undefined) throw new Error(`${name} says no version`);
  return version;
}
