import { type SandboxOptions, startSandbox } from "sandbox";
import { serverAt, type TestServer } from "./test-server.ts";

export async function startSandboxServer(options: SandboxOptions = {}): Promise<TestServer> {
  const { url, user, password, home, close } = await startSandbox(options);
  return serverAt({ name: "sandbox", url, user, password, home, stop: close });
}
