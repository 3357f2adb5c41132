import { isAvailable } from "../../../../packages/caldav-mcp/test/servers/available.ts";
import { type FilledName, type FilledServer, startFilled } from "./filled.ts";
import { type Recipes, startRecipes } from "./recipes.ts";

/** The servers of one run: started when first wanted, filled once, ended together. */
export type Lab = {
  /** Undefined where that server is not installed. */
  calendar: (name: FilledName, events: number) => Promise<FilledServer | undefined>;
  recipes: () => Promise<Recipes>;
  /** Of the real servers that were started so far. */
  versions: () => [string, string][];
  close: () => Promise<void>;
};

export function openLab(say: (line: string) => void): Lab {
  const calendars = new Map<string, Promise<FilledServer | undefined>>();
  const versions = new Map<string, string>();
  let recipes: Promise<Recipes> | undefined;

  async function start(name: FilledName, events: number): Promise<FilledServer | undefined> {
    if (!isAvailable(name, { required: "", say: (line) => say(line.trim()) })) return undefined;
    say(`filling ${name} with ${events} events`);
    const filled = await startFilled(name, events);
    if (filled.version !== "") versions.set(name, filled.version);
    return filled;
  }

  return {
    calendar(name, events) {
      const key = `${name} ${events}`;
      const started = calendars.get(key) ?? start(name, events);
      calendars.set(key, started);
      return started;
    },
    recipes: () => (recipes ??= startRecipes()),
    versions: () => [...versions],
    async close() {
      const servers = await Promise.allSettled(calendars.values());
      for (const server of servers) if (server.status === "fulfilled") await server.value?.stop();
      await (await recipes)?.stop();
    },
  };
}
