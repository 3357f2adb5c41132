import type { About } from "./about.ts";

/** What a person may expect of the offered tools and will not get from this Mealie; one sentence each. */
export function shortfallsOf({ version, demo }: About, offered: readonly string[]): string[] {
  const [, major, minor] = /^v(\d{1,4})\.(\d{1,4})\./.exec(version ?? "") ?? [];
  const isFirstOfV2 = major === "2" && minor === "0";
  return [
    ...(Number(major) < 2 ? ["This Mealie is older than version 2; most tools will not work with it."] : []),
    ...(isFirstOfV2 && offered.includes("suggest_recipes")
      ? ["suggest_recipes will not work: this Mealie makes no suggestions yet."]
      : []),
    ...(demo ? ["This Mealie says that it is there to be tried out; what it holds may vanish."] : []),
  ];
}
