import { textOf } from "confirm-guard/testing";
import { expect, it } from "vitest";
import { FAULTS } from "sandbox";
import { missingRight } from "../../src/api/rights.ts";
import { apiPath } from "../../src/api/path.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";

it.each([
  [apiPath("organizers", "tags"), /needs the right `can_organize`/],
  [apiPath("foods", "merge"), /needs the right `can_organize`/],
  [apiPath("recipes", "soup"), /locked recipe/],
  [apiPath("comments", "1"), /who wrote it/],
  [apiPath("users", "1", "ratings", "soup"), /for the user of this token/],
  [apiPath("households", "cookbooks"), /another household/],
  [apiPath("app", "about"), /^Mealie does not allow this to the user of this token[.] get_about/],
])("a refusal of %s names what is missing", (path, words) => {
  expect(missingRight(path)).toMatch(words);
  expect(missingRight(path)).toMatch(/get_about lists what that user may do[.]$/);
});

againstBothVersions((version) => {
  it("a refused write names the right that is missing, and that nothing was changed", async () => {
    const { connection } = await openDesk({ version, faults: [{ method: "POST", answer: FAULTS["403"] }] });
    const result = await connection.callTool("create_organizer", { kind: "tag", name: "Quick" });
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/needs the right `can_organize`.*Nothing was changed[.]/);
  });
});
