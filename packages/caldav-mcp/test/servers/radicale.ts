import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { programOf } from "./available.ts";
import { startServerProcess } from "./server-process.ts";
import { serverAt, type TestServer } from "./test-server.ts";

const ACCOUNT = { user: "ada", password: "radicale-ada" };

/** Radicale with two accounts, one of them `grace`, and flags instead of a configuration file. */
export async function startRadicale(): Promise<TestServer> {
  const program = programOf("radicale");
  if (program === undefined) throw new Error("Radicale is not installed.");
  const { port, stop } = await startServerProcess(async ({ port: own, folder }) => {
    const users = join(folder, "users");
    await writeFile(users, `${ACCOUNT.user}:${ACCOUNT.password}\ngrace:radicale-grace\n`);
    return [
      program,
      "--config",
      "",
      `--server-hosts=127.0.0.1:${own}`,
      "--auth-type=htpasswd",
      `--auth-htpasswd-filename=${users}`,
      "--auth-htpasswd-encryption=plain",
      // The default answers a wrong password after a second or so.
      "--auth-delay=0",
      `--storage-filesystem-folder=${join(folder, "store")}`,
      "--rights-type=owner_only",
      "--logging-level=warning",
    ];
  });
  return serverAt({ name: "radicale", url: `http://127.0.0.1:${port}/`, ...ACCOUNT, home: "/ada/", stop });
}
