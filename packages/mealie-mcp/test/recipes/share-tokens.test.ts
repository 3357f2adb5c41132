import { expect, it } from "vitest";
import { pantry } from "../pantry.ts";
import { againstBothVersions, openDesk } from "../stand-in.ts";
import { openOddDesk } from "./odd-mealie.ts";

const RECIPE = "11111111-1111-4111-8111-111111111111";
const OTHER = "22222222-2222-4222-8222-222222222222";
const LIVE = "33333333-3333-4333-8333-333333333333";
const EXPIRED = "44444444-4444-4444-8444-444444444444";

const ANSWERS = {
  "/api/users/self": { body: { id: OTHER, groupSlug: "home" } },
  "/api/recipes/stew": { body: { id: RECIPE, slug: "stew" } },
  "/api/shared/recipes": {
    body: [
      {
        id: LIVE,
        recipeId: RECIPE,
        expiresAt: "2026-12-30T08:43:33.188511Z",
        createdAt: "2026-11-30T08:43:33Z",
      },
      { id: EXPIRED, recipeId: OTHER, expiresAt: "2020-01-01T00:00:00Z", createdAt: "2026-11-30T08:43:33Z" },
      { id: "no id", recipeId: RECIPE },
    ],
  },
};

it("lists share links with the page that people open and whether their day is over (M14)", async () => {
  const connection = await openOddDesk(ANSWERS);
  const result = await connection.callTool("list_share_tokens", {});
  const text = JSON.stringify(result.structuredContent);
  expect(result.structuredContent).toMatchObject({
    count: 2,
    unreadable: 1,
    share_tokens: [
      { id: LIVE, recipe_id: RECIPE, expires_at: "2026-12-30T08:43:33Z" },
      { id: EXPIRED, recipe_id: OTHER, expires_at: "2020-01-01T00:00:00Z", expired: true },
    ],
  });
  expect(text).toMatch(new RegExp(`/g/home/shared/r/${LIVE}"`));
});

it("lists the links of one recipe alone, whatever Mealie sends", async () => {
  const connection = await openOddDesk(ANSWERS);
  const result = await connection.callTool("list_share_tokens", { recipe: "stew" });
  expect(result.structuredContent).toMatchObject({ count: 1, share_tokens: [{ id: LIVE }] });
  expect(result.structuredContent?.["share_tokens"]).not.toMatchObject([{ expired: true }]);
});

againstBothVersions((version) => {
  it("asks Mealie for the links of one recipe by the name that it does not ignore", async () => {
    const { mealie, connection } = await openDesk({ version });
    const { recipe } = pantry(mealie.state);
    const [stew, pie] = [recipe("Stew"), recipe("Pie")];
    const dates = { createdAt: "2026-11-29T00:00:00.000Z", expiresAt: "2026-12-29T00:00:00.000Z" };
    mealie.state.shares.push({ id: LIVE, recipeId: stew.id, ...dates });
    mealie.state.shares.push({ id: EXPIRED, recipeId: pie.id, ...dates });
    const result = await connection.callTool("list_share_tokens", { recipe: "stew" });
    expect(result.structuredContent).toMatchObject({
      count: 1,
      share_tokens: [{ id: LIVE, recipe_id: stew.id }],
    });
    expect(mealie.requests.find(({ path }) => path === "/api/shared/recipes")?.query).toBe(
      `?recipe_id=${stew.id}`,
    );
  });
});
