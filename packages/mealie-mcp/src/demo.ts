import { sampleHousehold, startStandIn } from "sandbox";
import { todayIn } from "server-kit";
import type { Config } from "./config.ts";

/** The settings with an account on a stand-in in this process: a sample household in memory, gone when the process ends. */
export async function demoConfig(config: Config): Promise<Config> {
  const today = todayIn(config.timezone).date;
  const mealie = await startStandIn({ state: sampleHousehold(today) });
  return { ...config, account: { url: new URL(mealie.url), token: mealie.token }, missing: [] };
}
