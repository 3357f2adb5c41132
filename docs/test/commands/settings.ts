import {
  readConfig as readCalendar,
  VARIABLES as calendar,
} from "../../../packages/caldav-mcp/src/config.ts";
import { readConfig as readRecipes, VARIABLES as recipes } from "../../../packages/mealie-mcp/src/config.ts";

export type Environment = Record<string, string | undefined>;

/** The two programs: the names of their settings, those of files among them, and what they make of values. */
export const PROGRAMS: Record<
  string,
  { settings: ReadonlySet<string>; read: (env: Environment) => unknown }
> = {
  "caldav-mcp": { settings: namesOf(calendar), read: readCalendar },
  "mealie-mcp": { settings: namesOf(recipes), read: readRecipes },
};

export const SETTINGS: ReadonlySet<string> = new Set(
  Object.values(PROGRAMS).flatMap(({ settings }) => [...settings]),
);

function namesOf(variables: typeof calendar): ReadonlySet<string> {
  return new Set(
    variables.flatMap(({ name, secret }) => (secret === true ? [name, `${name}_FILE`] : [name])),
  );
}

/** The program that a path leads to, in the checkout or where a tarball was installed. */
export function programIn(path: string): string | undefined {
  const [, name] = /\/(?:packages|node_modules)\/((?:caldav|mealie)-mcp)\/dist\/cli\.js$/.exec(path) ?? [];
  return name;
}
