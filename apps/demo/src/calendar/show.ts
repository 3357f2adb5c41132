import { fileURLToPath } from "node:url";
import type { Sandbox } from "sandbox";
import { SAMPLE_ZONE } from "../days.ts";
import type { Opened, Show } from "../stage.ts";
import type { Objects } from "./inspect.ts";
import { openSampleCalendar } from "./sample.ts";
import { type CalendarStage, DELETIONS, listWeek, playDeletion, playToken, showWeek } from "./scenes.ts";

/** The built program. */
export const CALDAV_MCP = fileURLToPath(import.meta.resolve("caldav-mcp/dist/cli.js"));

/** A sample calendar, and what a scene on it needs beside the stage. */
export async function openCalendar(now: number): Promise<Opened<CalendarStage>> {
  const calendar = await openSampleCalendar(now);
  return {
    env: environment(calendar),
    close: () => calendar.close(),
    furnish: (stage) => ({ ...stage, objects: () => objectsIn(calendar), now }),
  };
}

/**
 * caldav-mcp on a sample calendar.
 *
 * @param now - Unix milliseconds; the listing begins here
 */
export function calendarShow(now: number): Show {
  return {
    introduction: "A calendar, and a model that wants to delete things in it.",
    program: CALDAV_MCP,
    open: async () => {
      const { env, close, furnish } = await openCalendar(now);
      return {
        env,
        close,
        withPerson: async (stage, person) => {
          const calendarStage = furnish(stage);
          await showWeek(calendarStage, "The coming week:");
          for (const deletion of DELETIONS)
            await playDeletion(calendarStage, person, deletion, await listWeek(calendarStage));
          await showWeek(calendarStage, "The same week after your answers:");
        },
        withoutDialog: async (stage) => {
          const calendarStage = furnish(stage);
          const [deletion] = DELETIONS;
          if (deletion !== undefined) await playToken(calendarStage, deletion, await listWeek(calendarStage));
        },
      };
    },
  };
}

function environment(calendar: Sandbox): Record<string, string> {
  return {
    CALDAV_URL: calendar.url,
    CALDAV_USERNAME: calendar.user,
    CALDAV_PASSWORD: calendar.password,
    CALDAV_ALLOW_PLAINTEXT: "true",
    CALDAV_TIMEZONE: SAMPLE_ZONE,
  };
}

function objectsIn({ store }: Sandbox): Objects {
  return new Map(
    store.list().map((path) => [path.slice(path.lastIndexOf("/") + 1), store.get(path)?.text ?? ""]),
  );
}
