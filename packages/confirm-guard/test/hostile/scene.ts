import { readFile } from "node:fs/promises";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import type { RawConnection } from "../../src/testing/index.ts";
import { emptyFolder } from "../empty-folder.ts";
import type { Running, Settings, Stage } from "./stages.ts";

/** Whether a client declares dialogs; where nobody can be asked, none does. */
export type Client = "dialogs" | "no dialogs";

/** A server of an attack's own, and a client of it. */
export type OwnServer = { raw: RawConnection; running: Running };

/** What an attack has before it. */
export type Scene = {
  stage: Stage;
  /** A client of the server under attack. */
  raw: RawConnection;
  /** One more client of that server; there is none over stdio. */
  another: () => Promise<RawConnection>;
  /** A server that ends with the attack, for what would spoil the other one; acts of all of them count. */
  server: (settings?: Settings) => Promise<OwnServer>;
  /** The settings with which servers answer for one another. */
  shared: () => Promise<Required<Pick<Settings, "KEY" | "STORE_FOLDER">>>;
  /** Posts a message of nobody's session, where there is HTTP. */
  postAsNobody: (message: Record<string, unknown>) => Promise<unknown>;
  /** What has been done since the attack began, on every server. */
  acts: () => Promise<string[]>;
  /** The client of the server that was started last and still stands. */
  standing: () => RawConnection;
};

/** The servers of one stage that all attacks on it share, and the file in which every act is noted. */
export function sceneryOf(stage: Stage, folder: () => string) {
  const opened = new Map<Client, Promise<{ raw: RawConnection; running: Running }>>();
  const actsFile = (): string => join(folder(), "acts");
  const optionsOf = (client: Client) => ({
    era: stage.era,
    ...(client === "dialogs" ? {} : { capabilities: {} }),
    waitMs: 30_000,
  });
  const start = async (client: Client, settings: Settings = {}): Promise<OwnServer> => {
    const running = await stage.start({
      ...settings,
      ACTS_FILE: actsFile(),
      NODE_COMPILE_CACHE: join(folder(), "compiled"),
    });
    return { running, raw: await running.connect(optionsOf(client)) };
  };
  const readActs = async (): Promise<string[]> =>
    (await readFile(actsFile(), "utf8").catch(() => "")).split("\n").slice(0, -1);

  return {
    async open(client: Client): Promise<Scene> {
      const shown = opened.get(client) ?? start(client);
      opened.set(client, shown);
      const { raw, running } = await shown;
      const before = (await readActs()).length;
      const own: OwnServer[] = [];
      return {
        stage,
        raw,
        another: async () => {
          const other = await running.connect(optionsOf(client));
          onTestFinished(() => other.close());
          return other;
        },
        server: async (settings) => {
          const started = await start(client, settings);
          own.push(started);
          onTestFinished(async () => void (await started.running.stop()));
          const end = async (signal: NodeJS.Signals): Promise<string> => {
            own.splice(own.indexOf(started), 1);
            return await started.running.end(signal);
          };
          return { raw: started.raw, running: { ...started.running, end } };
        },
        shared: async () => ({ KEY: "5a".repeat(32), STORE_FOLDER: await emptyFolder() }),
        postAsNobody: async (message) =>
          await fetch(String(running.url), {
            method: "POST",
            headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
            body: JSON.stringify({ jsonrpc: "2.0", ...message }),
          }),
        acts: async () => (await readActs()).slice(before),
        standing: () => own.at(-1)?.raw ?? raw,
      };
    },
    close: async (): Promise<void> => {
      for (const shown of opened.values()) await (await shown).running.stop();
    },
  };
}
