import { ConfigError } from "./errors.ts";
import { CLOSE_ENOUGH, likeness, pairsOf } from "./likeness.ts";

/** What the filters need to know of a tool. */
export type Filterable = {
  readonly name: string;
  readonly annotations: { readonly readOnlyHint: boolean };
  readonly essential: boolean;
};

/** A filter's entries and the variable they came from, for the sentence when one of them is wrong. */
export type NameList = { entries: readonly string[]; variable: string };

export type Filters = {
  /** The variable that is on, or undefined. */
  readOnly?: string | undefined;
  allow?: NameList | undefined;
  deny?: NameList | undefined;
};

const PATTERN = /^[a-z0-9_]*\*?$/;
const MAX_SHOWN = 60;

const shown = (entry: string): string =>
  JSON.stringify(entry.length > MAX_SHOWN ? `${entry.slice(0, MAX_SHOWN)}…` : entry);

/** The name that was most likely meant, when one is close. */
const closeTo = (entry: string, names: readonly string[]): string => {
  const wanted = pairsOf(entry.toLowerCase());
  const [best] = names
    .map((name) => ({ name, alike: likeness(wanted, pairsOf(name)) }))
    .filter(({ alike }) => alike >= CLOSE_ENOUGH)
    .toSorted((one, other) => other.alike - one.alike);
  return best === undefined ? "" : ` Is ${best.name} meant?`;
};

const wrongEntry = (entry: string, variable: string, why: string, names: readonly string[]): ConfigError =>
  new ConfigError(
    `${variable}: ${shown(entry)} ${why}.${closeTo(entry, names)} Valid are: ${names.join(", ")}; or the beginning of a name and *.`,
  );

/** The names that one entry stands for. */
const namesOf = (
  entry: string,
  { variable, tools, preset }: { variable: string; tools: readonly Filterable[]; preset: boolean },
): readonly string[] => {
  const wanted = entry.toLowerCase();
  if (preset && wanted === "essential") {
    return tools.filter((tool) => tool.essential).map((tool) => tool.name);
  }
  const valid = [...(preset ? ["essential"] : []), ...tools.map((tool) => tool.name)];
  if (wanted === "" || !PATTERN.test(wanted)) {
    throw wrongEntry(entry, variable, "is not a tool name; * may stand only at its end", valid);
  }
  const prefix = wanted.slice(0, -1);
  const matches = wanted.endsWith("*")
    ? tools.filter((tool) => tool.name.startsWith(prefix))
    : tools.filter((tool) => tool.name === wanted);
  if (matches.length === 0) throw wrongEntry(entry, variable, "matches no tool", valid);
  return matches.map((tool) => tool.name);
};

const refuseWriteByName = (tools: readonly Filterable[], { readOnly, allow }: Filters): void => {
  if (readOnly === undefined || allow === undefined) return;
  const writes = new Set(tools.filter((tool) => !tool.annotations.readOnlyHint).map((tool) => tool.name));
  const asked = allow.entries.find((entry) => writes.has(entry.toLowerCase()));
  if (asked === undefined) return;
  throw new ConfigError(
    `${allow.variable} names ${asked.toLowerCase()}, which writes, while ${readOnly} is on. Remove one of the two.`,
  );
};

/**
 * The tools that a server offers: first the allow list, then without the deny list, then only those that read.
 *
 * @throws ConfigError naming the entry that is wrong and the valid names, or when no tool is left.
 */
export const selectTools = <T extends Filterable>(tools: readonly T[], filters: Filters): readonly T[] => {
  const { readOnly, allow, deny } = filters;
  const namesIn = ({ entries, variable }: NameList, { preset }: { preset: boolean }) =>
    new Set(entries.flatMap((entry) => namesOf(entry, { variable, tools, preset })));
  const allowed = allow === undefined ? undefined : namesIn(allow, { preset: true });
  const denied = deny === undefined ? undefined : namesIn(deny, { preset: false });
  refuseWriteByName(tools, filters);

  const left = tools.filter(
    (tool) =>
      (allowed === undefined || allowed.has(tool.name)) &&
      !(denied?.has(tool.name) ?? false) &&
      (readOnly === undefined || tool.annotations.readOnlyHint),
  );
  if (left.length > 0) return left;
  const causes = [allow?.variable, deny?.variable, readOnly].filter((cause) => cause !== undefined);
  throw new ConfigError(`No tool is left to offer: loosen ${causes.join(" or ")}.`);
};
