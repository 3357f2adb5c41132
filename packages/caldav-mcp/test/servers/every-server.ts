import { isAvailable, type ServerName } from "./available.ts";
import { startCyrus } from "./cyrus.ts";
import { startRadicale } from "./radicale.ts";
import { startSandboxServer } from "./sandbox.ts";
import type { TestServer } from "./test-server.ts";
import { startXandikos } from "./xandikos.ts";

export type Launcher = { name: ServerName; available: boolean; start(): Promise<TestServer> };

/** Every server that the behaviour suite runs against. */
export function everyServer(): Launcher[] {
  return [
    { name: "sandbox", available: isAvailable("sandbox"), start: () => startSandboxServer() },
    { name: "radicale", available: isAvailable("radicale"), start: startRadicale },
    { name: "xandikos", available: isAvailable("xandikos"), start: startXandikos },
    { name: "cyrus", available: isAvailable("cyrus"), start: startCyrus },
  ];
}
