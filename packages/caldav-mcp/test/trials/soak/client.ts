import { connect, type Connection, type FactoryTarget, scriptedPerson } from "confirm-guard/testing";
import { readConfig } from "../../../src/config.ts";
import { createServerFactory } from "../../../src/server.ts";

export const ZONE = "Europe/Berlin";

/** Room for more questions than a session asks. */
const ANSWERS = 400;

export type Account = { url: string; user: string; password: string };

export type Program = FactoryTarget["factory"];

export function startProgram({ url, user, password }: Account): Program {
  const config = readConfig({
    CALDAV_URL: url,
    CALDAV_USERNAME: user,
    CALDAV_PASSWORD: password,
    CALDAV_TIMEZONE: ZONE,
  });
  return createServerFactory(config, {
    version: "0.0.0",
    log: () => undefined,
    limits: { requestMs: 700, call: { ms: 6_000 } },
  });
}

/** A client of the program; whoever is asked says yes. */
export function openSession(factory: Program, era: "2025" | "2026"): Promise<Connection> {
  const person = scriptedPerson(Array.from({ length: ANSWERS }, () => "yes" as const));
  return connect({ factory }, { era, person });
}
