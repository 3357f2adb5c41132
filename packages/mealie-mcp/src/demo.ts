import { startStandIn } from "sandbox";
import type { Config } from "./config.ts";

/** The settings with an account on a stand-in in this process: a household in memory, gone when the process ends. */
export async function demoConfig(config: Config): Promise<Config> {
  const mealie = await startStandIn();
  return { ...config, account: { url: new URL(mealie.url), token: mealie.token }, missing: [] };
}
