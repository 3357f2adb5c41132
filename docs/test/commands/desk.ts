import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sampleHousehold, startSandbox, startStandIn } from "sandbox";
import { ROOT } from "../documents.ts";

/** What a command left: its exit code, and all that it said. */
export type Ended = { code: number | null; output: string };

/** What the documents make up, for real and on this machine; all of it is gone with `close`. */
export type Desk = {
  /** The reader's home folder, with the files of the secrets. */
  home: string;
  /** Where tarballs are downloaded to: a folder of their own, and `out` in it. */
  downloads: string;
  environment: Record<string, string>;
  /** What is here, in the place of what the documents make up. */
  here(text: string): string;
  /** The same for the variables that a client is told to set. */
  settings(made: Record<string, string>): Record<string, string>;
  /** Runs a script as the documents have it; the same one in the same folder runs once. */
  run(script: string, folder: string): Promise<Ended>;
  close(): Promise<void>;
};

export async function openDesk(): Promise<Desk> {
  const folder = await mkdtemp(join(tmpdir(), "docs-commands-"));
  const [home, downloads] = [join(folder, "home"), join(folder, "downloads")];
  for (const one of [home, downloads]) await mkdir(one);
  const calendar = await startSandbox();
  const mealie = await startStandIn({ state: sampleHousehold("2026-09-14") });
  await writeFile(join(home, ".caldav-password"), `${calendar.password}\n`, { mode: 0o600 });
  await writeFile(join(home, ".mealie-token"), `${mealie.token}\n`, { mode: 0o600 });

  const environment = {
    PATH: process.env["PATH"] ?? "",
    HOME: home,
    // Whatever npm would have to fetch is an error.
    npm_config_offline: "true",
    npm_config_cache: join(folder, "npm"),
    npm_config_update_notifier: "false",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
  const here = (text: string): string =>
    text
      .replaceAll("/path/to/confirm-guard/out/", `${downloads}/out/`)
      .replaceAll("--pack-destination out", `--pack-destination ${downloads}/out`)
      .replaceAll("/path/to/confirm-guard", ROOT)
      .replaceAll(/\/home\/ada\b|\$HOME\b/g, home)
      .replaceAll(/(?<=\bCALDAV_URL=)\S+/g, calendar.url)
      .replaceAll(/(?<=\bMEALIE_URL=)\S+/g, mealie.url)
      // What a client asks for, or takes from its own environment.
      .replaceAll(/(?<=\bCALDAV_PASSWORD=)\$\S+/g, calendar.password)
      .replaceAll(/(?<=\bMEALIE_API_TOKEN=)\$\S+/g, mealie.token);
  const settings = (made: Record<string, string>): Record<string, string> =>
    Object.fromEntries(
      Object.entries(made).map(([name, value]) => [name, here(`${name}=${value}`).slice(name.length + 1)]),
    );
  const ended = new Map<string, Promise<Ended>>();

  return {
    home,
    downloads,
    environment,
    here,
    settings,
    run: (script, cwd) => {
      const key = `${cwd}\n${script}`;
      const run = ended.get(key) ?? shell(here(script), cwd, environment);
      ended.set(key, run);
      return run;
    },
    close: async () => {
      await calendar.close();
      await mealie.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const PATIENCE_MS = 90_000;

function shell(script: string, cwd: string, env: Record<string, string>): Promise<Ended> {
  const { promise, resolve } = Promise.withResolvers<Ended>();
  const child = spawn("sh", ["-ec", script], {
    cwd,
    env,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: PATIENCE_MS,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  child.once("error", (error) => resolve({ code: null, output: String(error) }));
  child.once("close", (code) => resolve({ code, output }));
  return promise;
}
