import {
  connectRaw,
  type Era,
  type HttpTarget,
  type RawConnection,
  type RawOptions,
  type StdioTarget,
  type Target,
} from "../../src/testing/index.ts";
import { guardedSdkServers } from "../testing/servers/guarded-sdk.ts";
import { guardedServers, type GuardedSettings } from "../testing/servers/guarded.ts";
import { listening, onOldestSdk, serverFile } from "../testing/targets.ts";

export type Settings = GuardedSettings & {
  STATELESS?: string;
  /** Node's own: where it keeps what it has compiled, so that the many processes of the wall start faster. */
  NODE_COMPILE_CACHE?: string;
};

/** A server that was started on a stage. */
export type Running = {
  /** Connects one more client; over stdio the only one there can be. */
  connect: (options: RawOptions) => Promise<RawConnection>;
  /** Where it listens, on stages with HTTP. */
  url: string | undefined;
  /** Ends the server at once, as a crash does; resolves with how the process ended. */
  end: (signal: NodeJS.Signals) => Promise<string>;
  stop: () => Promise<unknown>;
};

/** A server and a transport: where every attack is tried. */
export type Stage = {
  name: string;
  era: Era;
  transport: "stdio" | "memory" | "HTTP";
  /** Whether anybody can be asked at all: on a 2025 revision without sessions nobody can. */
  dialogs: boolean;
  start: (settings: Settings) => Promise<Running>;
};

type Launch = (name: string, env: Record<string, string>) => StdioTarget;

const overStdio = (target: (settings: Settings) => StdioTarget): Stage["start"] => {
  return async (settings) => {
    let raw: RawConnection | undefined;
    return {
      url: undefined,
      connect: async (options) => (raw = await connectRaw(target(settings), options)),
      end: async (signal) => {
        raw?.process?.kill(signal);
        return nameOf(await raw?.process?.exited);
      },
      stop: async () => await raw?.close(),
    };
  };
};

const inMemory = (factoryOf: (settings: Settings) => Extract<Target, object>): Stage["start"] => {
  return async (settings) => {
    const target = factoryOf(settings);
    const opened: RawConnection[] = [];
    const stop = async (): Promise<void> => void (await Promise.all(opened.map((raw) => raw.close())));
    return {
      url: undefined,
      connect: async (options) => {
        const raw = await connectRaw(target, options);
        opened.push(raw);
        return raw;
      },
      end: async () => {
        await stop();
        return "closed";
      },
      stop,
    };
  };
};

const overHttp = (target: (settings: Settings) => StdioTarget): Stage["start"] => {
  return async (settings) => {
    const { url, process, stop } = await listening(target(settings));
    const opened: RawConnection[] = [];
    const http: HttpTarget = { url };
    return {
      url: String(url),
      connect: async (options) => {
        const raw = await connectRaw(http, options);
        opened.push(raw);
        return raw;
      },
      end: async (signal) => {
        process.kill(signal);
        return nameOf(await process.exited);
      },
      stop: async () => {
        await Promise.all(opened.map((raw) => raw.close()));
        return await stop();
      },
    };
  };
};

function nameOf(exit: { code: number | null; signal: NodeJS.Signals | null } | undefined): string {
  return exit?.signal ?? `exit ${exit?.code}`;
}

const launched =
  (launch: Launch, name: string) =>
  (settings: Settings): StdioTarget =>
    launch(name, { ...settings });

const SDK_V1: [string, Launch][] = [
  ["SDK v1", serverFile],
  ["oldest SDK v1", onOldestSdk],
];

const sdkV2 = (era: Era): Stage[] => {
  const stage = { era, dialogs: true };
  const stdio = launched(serverFile, "guarded-stdio");
  const http = launched(serverFile, "guarded-http");
  return [
    { ...stage, name: "SDK v2, stdio", transport: "stdio", start: overStdio(stdio) },
    {
      ...stage,
      name: "SDK v2, in this process",
      transport: "memory",
      start: inMemory((settings) => ({ factory: guardedServers(settings) })),
    },
    {
      ...stage,
      name: era === "2025" ? "SDK v2, HTTP sessions" : "SDK v2, stateless HTTP",
      transport: "HTTP",
      start: overHttp(http),
    },
  ];
};

/** SDK v2, on both revisions. */
export const SDK_V2_STAGES: Stage[] = [
  ...sdkV2("2026"),
  ...sdkV2("2025"),
  {
    name: "SDK v2, HTTP without sessions",
    era: "2025",
    transport: "HTTP",
    dialogs: false,
    start: (settings) => overHttp(launched(serverFile, "guarded-http"))({ ...settings, STATELESS: "1" }),
  },
];

/** SDK v1, which speaks the 2025 revisions alone: its newest release and the oldest that is allowed. */
export const SDK_V1_STAGES: Stage[] = [
  {
    name: "SDK v1, in this process",
    era: "2025",
    transport: "memory",
    dialogs: true,
    start: inMemory((settings) => ({ factory: guardedSdkServers(settings) })),
  },
  ...SDK_V1.flatMap(([name, launch]): Stage[] => {
    const http = launched(launch, "guarded-sdk-http");
    return [
      {
        name: `${name}, stdio`,
        era: "2025",
        transport: "stdio",
        dialogs: true,
        start: overStdio(launched(launch, "guarded-sdk-stdio")),
      },
      {
        name: `${name}, HTTP sessions`,
        era: "2025",
        transport: "HTTP",
        dialogs: true,
        start: overHttp(http),
      },
      {
        name: `${name}, HTTP without sessions`,
        era: "2025",
        transport: "HTTP",
        dialogs: false,
        start: (settings) => overHttp(http)({ ...settings, STATELESS: "1" }),
      },
    ];
  }),
];
