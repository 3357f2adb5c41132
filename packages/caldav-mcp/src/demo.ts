import { sampleCalendar, startSandbox } from "sandbox";
import { todayIn } from "server-kit";
import type { Config } from "./config.ts";

/** The settings with an account on a sandbox in this process: sample data in memory, gone when the process ends. */
export async function demoConfig(config: Config): Promise<Config> {
  const sandbox = await startSandbox();
  const today = todayIn(config.timezone).date;
  for (const { calendar, name, text } of sampleCalendar(today)) {
    sandbox.store.put(`${sandbox.home}${calendar}/${name}`, text);
  }
  return {
    ...config,
    account: {
      url: new URL(sandbox.url),
      credentials: { kind: "basic", username: sandbox.user, password: sandbox.password },
    },
    missing: [],
    calendars: undefined,
    allowedHosts: [],
  };
}
