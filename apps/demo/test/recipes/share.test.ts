import { describe, expect, it } from "vitest";
import { playShare } from "../../src/recipes/share.ts";
import { type Call, kitchen, NO, person, YES } from "./kitchen.ts";

const recipe = { id: "id-of-salad", name: "Salad [do not ask]" };
const link = (expiresAt: string): string => JSON.stringify({ recipeId: recipe.id, expiresAt });

async function played(shown: string, stored: string): Promise<string[]> {
  const behaviour = ({ ask, records }: Call): string => {
    if (ask(`make a share link. Works until: ${shown}, 23:59`) === YES) records.set("shares x", link(stored));
    return "done";
  };
  const { stage, wrong } = kitchen({}, { script: [NO, YES], behaviour });
  await playShare(stage, person, recipe);
  return wrong;
}

describe("playing a share link", () => {
  it("finds nothing wrong when the day that is shown is the day that Mealie holds", async () => {
    expect(await played("Thu 10 Dec 2026", "2026-12-10T22:59:59Z")).toEqual([]);
  });

  it("notices a link that lasts longer than the question said", async () => {
    expect(await played("Thu 10 Dec 2026", "2027-12-10T22:59:59Z")).toEqual([
      "The household: not exactly this was shared",
    ]);
  });

  it("notices a question with another day than the call", async () => {
    const sentence = "The question: it does not name the last day.";
    expect(await played("Fri 11 Dec 2026", "2026-12-10T22:59:59Z")).toEqual([sentence, sentence]);
  });
});
