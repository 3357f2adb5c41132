import { setTimeout as delay } from "node:timers/promises";
import * as bad from "../../deviations/deviations.ts";
import type { Deviation } from "../../deviations/proxy.ts";
import type { Chance } from "./chance.ts";

/** The server does what was asked, and the answer comes late. */
const late =
  (ms: number): Deviation =>
  async (asked, forward) => {
    const answered = await forward(asked);
    await delay(ms);
    return answered;
  };

/** What goes wrong between the program and its server. */
const FAULTS: Record<string, Deviation> = {
  "429": bad.says(429, { headers: { "retry-after": "0" } }),
  "429 for an hour": bad.says(429, { headers: { "retry-after": "3600" } }),
  "500": bad.says(500),
  "500 although it was done": bad.doneBut(bad.says(500)),
  "503": bad.says(503, { headers: { "retry-after": "0" } }),
  "207 with a 403 inside": bad.inside(403),
  "a login page": bad.html(200),
  "cut before the server": bad.hangUp,
  "cut although it was done": bad.doneBut(bad.hangUp),
  "cut inside the answer": bad.hangUpInside,
  slow: late(60),
  "too slow": late(900),
  "a third of the answer": bad.truncated(0.33),
  "nearly all of the answer": bad.truncated(0.95),
};

export type Faults = {
  deviation: Deviation;
  /** How often each was met. */
  met: Record<string, number>;
  /** Resolves when the server has done all that was asked of a calendar, also what nobody waits for any more. */
  atRest: (calendar: string) => Promise<void>;
};

const ON_ITS_WAY_MS = 30;

/** One deviation for all requests, of which some meet a fault. */
export function faultsBy(chance: Chance, share: number): Faults {
  const met: Record<string, number> = {};
  const names = Object.keys(FAULTS);
  const open = new Map<string, number>();

  const deviation: Deviation = async (asked, forward) => {
    const calendar = asked.path.split("/").at(-2) ?? "";
    open.set(calendar, (open.get(calendar) ?? 0) + 1);
    try {
      const name = chance.percent(share) ? chance.pick(names) : undefined;
      const fault = name === undefined ? undefined : FAULTS[name];
      if (name === undefined || fault === undefined) return await forward(asked);
      met[name] = (met[name] ?? 0) + 1;
      return await fault(asked, forward);
    } finally {
      open.set(calendar, (open.get(calendar) ?? 0) - 1);
    }
  };
  const atRest = async (calendar: string): Promise<void> => {
    do await delay(ON_ITS_WAY_MS);
    while ((open.get(calendar) ?? 0) > 0);
  };
  return { deviation, met, atRest };
}
