import { connect, type Connection } from "confirm-guard/testing";
import { type Fault, type MealieVersion, type StandIn, startStandIn } from "sandbox";
import { describe, onTestFinished } from "vitest";
import { readConfig } from "../src/config.ts";
import { createServerFactory, type Edges } from "../src/server.ts";
import { expectContract } from "./contract/watch.ts";

export const VERSIONS = ["2.0", "3.23"] as const satisfies readonly MealieVersion[];

/** Runs the same tests against a stand-in of each version. */
export function againstBothVersions(tests: (version: MealieVersion) => void): void {
  for (const version of VERSIONS) {
    describe(`on Mealie ${version}`, () => {
      tests(version);
    });
  }
}

export type Desk = {
  mealie: StandIn;
  connection: Connection;
  /** Requests that could change something, since the last call of this. */
  writes: () => { method: string; path: string; json: unknown }[];
};

export type DeskOptions = {
  version?: MealieVersion;
  /** Settings beside address and token. */
  settings?: Record<string, string>;
  edges?: Partial<Edges>;
  connect?: Parameters<typeof connect>[1];
  /** What goes wrong in Mealie, and where. */
  faults?: Fault[];
};

/** Noon of a Monday, in every zone but the furthest. */
export const NOW = Date.parse("2026-11-30T12:00:00Z");

/**
 * A stand-in, the server on it and a client of the server, all gone when the test has ended. What was asked and answered
 * is then held to the contract.
 */
export async function openDesk(options: DeskOptions = {}): Promise<Desk> {
  const { version = "3.23", faults = [] } = options;
  const mealie = await startStandIn({ version, faults, clock: () => NOW });
  onTestFinished(() => {
    expectContract(mealie, version);
  });
  onTestFinished(() => mealie.close());
  const config = readConfig({
    MEALIE_URL: mealie.url,
    MEALIE_API_TOKEN: mealie.token,
    ...options.settings,
  });
  const factory = createServerFactory(config, {
    version: "0.0.0",
    log: () => undefined,
    now: () => NOW,
    ...options.edges,
  });
  const connection = await connect({ factory }, options.connect ?? { era: "2026" });
  onTestFinished(() => connection[Symbol.asyncDispose]());
  let seen = 0;
  return {
    mealie,
    connection,
    writes: () => {
      const fresh = mealie.requests.slice(seen).filter(({ method }) => method !== "GET");
      seen = mealie.requests.length;
      return fresh.map(({ method, path, json }) => ({ method, path, json }));
    },
  };
}
