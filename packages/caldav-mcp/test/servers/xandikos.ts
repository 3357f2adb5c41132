import { join } from "node:path";
import { programOf } from "./available.ts";
import { startServerProcess } from "./server-process.ts";
import { serverAt, type TestServer } from "./test-server.ts";

/** Xandikos, which takes any credentials: it has no accounts of its own. */
export async function startXandikos(): Promise<TestServer> {
  const program = programOf("xandikos");
  if (program === undefined) throw new Error("Xandikos is not installed.");
  const { port, stop } = await startServerProcess(async ({ port: own, folder }) => [
    program,
    "-d",
    join(folder, "store"),
    "--defaults",
    "--current-user-principal",
    "/ada/",
    "-l",
    "127.0.0.1",
    "-p",
    String(own),
  ]);
  return serverAt({
    name: "xandikos",
    url: `http://127.0.0.1:${port}/`,
    user: "ada",
    password: "unchecked",
    home: "/ada/calendars/",
    stop,
  });
}
