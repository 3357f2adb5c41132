import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldOf, type Instance, openLive, openStandIn } from "./instance.ts";

const LIVE = process.env["MEALIE_LIVE_URL"] !== undefined;
const OPEN: readonly [string, () => Promise<Instance>][] = LIVE
  ? [["a real instance", () => openLive(process.env)]]
  : [
      ["2.0", () => openStandIn("2.0")],
      ["3.23", () => openStandIn("3.23")],
    ];
const NOBODY = "00000000-0000-4000-8000-000000000000";
const H = "/api/households";

// "(assumed)": not proven for v3, where the stand-in does as it is thought to be.
describe.each(OPEN)("what Mealie does: %s", (_name, open) => {
  let mealie: Instance;
  beforeAll(async () => {
    mealie = await open();
  });
  afterAll(() => mealie.close());
  const old = (): boolean => mealie.version === "2.0";

  it("answers on a route that it has not in JSON", async () => {
    const { status, body } = await mealie.send("GET", "/api/nothing-of-the-kind");
    expect([status, body]).toEqual([404, { detail: "Not Found" }]);
  });

  it("passes over unknown fields and unknown names in a query", async () => {
    await mealie.recipe("Unknown");
    await mealie.recipe("Names");
    const { status, body } = await mealie.send("GET", "/api/recipes?per_page=1&startDate=x");
    expect([status, fieldOf(body, "per_page")]).toEqual([200, 50]);
  });

  it("knows per_page -1 as everything, 0 as nothing, and a page past the end as empty", async () => {
    await mealie.recipe("Page");
    const total = async (query: string) => {
      const { body } = await mealie.send("GET", `/api/recipes?${query}`);
      const items = fieldOf(body, "items");
      return [Array.isArray(items) ? items.length : undefined, Number(fieldOf(body, "total")) > 0];
    };
    expect((await total("perPage=-1"))[0]).toBeGreaterThan(0);
    expect(await total("perPage=0")).toEqual([0, true]);
    expect(await total("page=9999&perPage=10")).toEqual([0, true]);
  });

  it("orders by chance only with a seed, and by no unknown column", async () => {
    expect((await mealie.send("GET", "/api/recipes?orderBy=random")).status).toBe(422);
    expect((await mealie.send("GET", "/api/recipes?orderBy=random&paginationSeed=a")).status).toBe(200);
    expect((await mealie.send("GET", "/api/recipes?orderBy=createdAt")).status).toBe(400);
  });

  it("drops a filter with an unknown tag and shows all recipes (assumed)", async () => {
    await mealie.recipe("Filter");
    const all = fieldOf((await mealie.send("GET", "/api/recipes?perPage=0")).body, "total");
    const { body } = await mealie.send("GET", "/api/recipes?perPage=0&tags=no-such-tag-anywhere");
    expect(fieldOf(body, "total")).toBe(all);
  });

  it("finds nothing for the id of a tag that does not exist (assumed)", async () => {
    const { body } = await mealie.send("GET", `/api/recipes?perPage=0&tags=${NOBODY}`);
    expect(fieldOf(body, "total")).toBe(0);
  });

  it("fails inside when a food is named instead of given by its id (assumed)", async () => {
    const { status, type } = await mealie.send("GET", "/api/recipes?foods=onion");
    expect([status, type]).toEqual([500, "text/plain"]);
  });

  it("makes a new recipe with a placeholder for ingredients and one for steps", async () => {
    const { id } = await mealie.recipe("Placeholder");
    const { body } = await mealie.send("GET", `/api/recipes/${id}`);
    expect(fieldOf(body, "recipeIngredient", "length")).toBeUndefined();
    expect([fieldOf(body, "recipeIngredient", 0), fieldOf(body, "recipeInstructions", 0)]).toMatchObject([
      { note: expect.any(String) },
      { text: expect.any(String) },
    ]);
  });

  it("takes the same name twice and numbers the slug", async () => {
    const first = await mealie.recipe("Twice");
    const second = await mealie.recipe("Twice");
    expect(second.slug).toBe(`${first.slug}-1`);
  });

  it("keeps the old slug on renaming up to v2, and moves it from v3 on", async () => {
    const { id, slug } = await mealie.recipe("Before");
    await mealie.send("PATCH", `/api/recipes/${id}`, { name: mealie.named("After") });
    expect((await mealie.send("GET", `/api/recipes/${id}`)).status).toBe(200);
    expect((await mealie.send("GET", `/api/recipes/${slug}`)).status).toBe(old() ? 200 : 404);
  });

  it("wants id, name and slug of a tag", async () => {
    const { id } = await mealie.recipe("Tagged");
    const tag = await mealie.make("/api/organizers/tags", "Tag");
    const patch = (tags: unknown) => mealie.send("PATCH", `/api/recipes/${id}`, { tags });
    expect((await patch([{ name: tag.name, slug: tag.slug }])).status).toBe(old() ? 500 : 400);
    expect((await patch([{ id: tag.id, name: tag.name }])).status).toBe(422);
    expect((await patch([tag])).status).toBe(200);
  });

  it("resets the settings that are not sent along, which makes a recipe public (assumed)", async () => {
    const { id } = await mealie.recipe("Settings");
    await mealie.send("PATCH", `/api/recipes/${id}`, { settings: { showNutrition: false, public: false } });
    await mealie.send("PATCH", `/api/recipes/${id}`, { settings: { locked: false } });
    const { body } = await mealie.send("GET", `/api/recipes/${id}`);
    expect(fieldOf(body, "settings")).toMatchObject({ public: true, showNutrition: true });
  });

  it("lists comments by slug only", async () => {
    const { id, slug } = await mealie.recipe("Comments");
    expect((await mealie.send("GET", `/api/recipes/${slug}/comments`)).status).toBe(200);
    expect((await mealie.send("GET", `/api/recipes/${id}/comments`)).status).toBe(500);
  });

  it("has a plan entry for a recipe that does not exist, and none for a slug", async () => {
    const plan = (recipeId: string) =>
      mealie.send("POST", `${H}/mealplans`, { date: "2026-08-18", entryType: "dinner", recipeId });
    const { status, body } = await plan(NOBODY);
    expect([status, fieldOf(body, "recipe")]).toEqual([201, null]);
    expect((await plan("some-slug")).status).toBe(422);
    const path = `${H}/mealplans/${String(fieldOf(body, "id"))}`;
    expect((await mealie.send("DELETE", path)).status).toBe(200);
    expect((await mealie.send("DELETE", path)).status).toBe(400);
  });

  it("knows snacks from v3 on", async () => {
    const snack = { date: "2026-08-18", entryType: "snack", title: mealie.named("Snack") };
    const { status, body } = await mealie.send("POST", `${H}/mealplans`, snack);
    expect(status).toBe(old() ? 422 : 201);
    await mealie.send("DELETE", `${H}/mealplans/${String(fieldOf(body, "id"))}`);
  });

  it("wants a recipe or a title for a meal, and a date without a time", async () => {
    const plan = (more: object) => mealie.send("POST", `${H}/mealplans`, { entryType: "dinner", ...more });
    expect((await plan({ date: "2026-08-18" })).status).toBe(422);
    expect((await plan({ date: "2026-08-18T10:00:00Z", title: "x" })).status).toBe(422);
  });

  it("takes a range of days the wrong way round as an empty one", async () => {
    const { status, body } = await mealie.send(
      "GET",
      `${H}/mealplans?start_date=2026-08-20&end_date=2026-08-18`,
    );
    expect([status, fieldOf(body, "items")]).toEqual([200, []]);
  });

  it("calls a tag that is there already a failure inside up to v2, and a conflict later", async () => {
    const { name } = await mealie.make("/api/organizers/tags", "Taken");
    expect((await mealie.send("POST", "/api/organizers/tags", { name })).status).toBe(old() ? 500 : 409);
  });

  it.each(["/api/organizers/categories", "/api/organizers/tools", "/api/foods"])(
    "refuses a name that is there already, with the words of the database: %s (assumed)",
    async (path) => {
      const { name } = await mealie.make(path, "Taken");
      const { status, body } = await mealie.send("POST", path, { name });
      expect([status, typeof fieldOf(body, "detail", "exception")]).toEqual([400, "string"]);
    },
  );

  it("takes a food in other letters for another food (assumed)", async () => {
    const { name } = await mealie.make("/api/foods", "Leek");
    const { status, body } = await mealie.send("POST", "/api/foods", { name: name.toUpperCase() });
    expect(status).toBe(201);
    await mealie.send("DELETE", `/api/foods/${String(fieldOf(body, "id"))}`);
  });

  it("deletes a food that is merged with itself (assumed)", async () => {
    const { id } = await mealie.make("/api/foods", "Self");
    expect((await mealie.send("PUT", "/api/foods/merge", { fromFood: id, toFood: id })).status).toBe(200);
    expect((await mealie.send("GET", `/api/foods/${id}`)).status).toBe(404);
  });

  it("answers a merge with a message and no food, and fails on an unknown one (assumed)", async () => {
    const [from, to] = [await mealie.make("/api/foods", "From"), await mealie.make("/api/foods", "To")];
    const merge = () => mealie.send("PUT", "/api/foods/merge", { fromFood: from.id, toFood: to.id });
    expect((await merge()).body).toMatchObject({ error: false, message: expect.any(String) });
    expect((await merge()).status).toBe(500);
  });

  it("merges lines with the same note, within a call and with what is there", async () => {
    const list = await mealie.make(`${H}/shopping/lists`, "List");
    const add = async (...notes: string[]) => {
      const items = notes.map((note) => ({ shoppingListId: list.id, note, quantity: 1 }));
      const { body } = await mealie.send("POST", `${H}/shopping/items/create-bulk`, items);
      return ["createdItems", "updatedItems"].map((key) => Object.keys(Object(fieldOf(body, key))).length);
    };
    expect(await add("milk", "eggs", "milk")).toEqual([2, 0]);
    expect(await add("milk")).toEqual([0, 1]);
  });

  it("says yes to deleting items that do not exist", async () => {
    const { status, body } = await mealie.send("DELETE", `${H}/shopping/items?ids=${NOBODY}`);
    expect([status, fieldOf(body, "error")]).toEqual([200, false]);
  });

  it("fails inside on items for a list that does not exist (assumed)", async () => {
    const items = [{ shoppingListId: randomUUID(), note: "x", quantity: 1 }];
    expect((await mealie.send("POST", `${H}/shopping/items/create-bulk`, items)).status).toBe(500);
  });

  it("takes several recipes for a list at once from v3 on", async () => {
    const list = await mealie.make(`${H}/shopping/lists`, "Recipes");
    const { id } = await mealie.recipe("For the list");
    const path = `${H}/shopping/lists/${list.id}/recipe`;
    const { status } = await mealie.send("POST", path, [{ recipeId: id, recipeIncrementQuantity: 1 }]);
    expect(status === 200).toBe(!old());
    expect((await mealie.send("POST", `${path}/${id}`, { recipeIncrementQuantity: 1 })).status).toBe(200);
  });

  it("shares for 30 days when nothing is said, never for ever, and also until a day that is over", async () => {
    const { id: recipeId } = await mealie.recipe("Shared");
    const share = (more: object) => mealie.send("POST", "/api/shared/recipes", { recipeId, ...more });
    const days = (body: unknown) =>
      Math.round((Date.parse(String(fieldOf(body, "expiresAt"))) - Date.now()) / 86_400_000);
    expect(days((await share({})).body)).toBe(30);
    expect((await share({ expiresAt: null })).status).toBe(422);
    expect((await share({ expiresAt: "2020-01-01" })).status).toBe(201);
  });

  it("refuses a cookbook for what recipes do not have, and fails inside on one that it cannot read (assumed)", async () => {
    const make = (queryFilterString: string) =>
      mealie.send("POST", `${H}/cookbooks`, { name: mealie.named("Book"), queryFilterString });
    expect((await make('nope = "x"')).status).toBe(422);
    expect((await make("tags.name IN [x")).status).toBe(500);
  });

  it("shows the recipes of a cookbook with it up to v2 only", async () => {
    const book = await mealie.make(`${H}/cookbooks`, "Shown");
    const { body } = await mealie.send("GET", `${H}/cookbooks/${book.id}`);
    expect(fieldOf(body, "recipes") !== undefined).toBe(old());
  });

  it("deletes no cookbook by its slug, and says so with the database's statement (assumed)", async () => {
    const book = await mealie.make(`${H}/cookbooks`, "By slug");
    const { status, body } = await mealie.send("DELETE", `${H}/cookbooks/${book.slug}`);
    expect([status, String(fieldOf(body, "detail", "exception"))]).toEqual([
      400,
      expect.stringContaining("SQL"),
    ]);
  });

  it("suggests recipes from v3 on", async () => {
    expect((await mealie.send("GET", "/api/recipes/suggestions")).status).toBe(old() ? 404 : 200);
  });

  it("takes JSON of a recipe only when it begins with a brace (assumed)", async () => {
    const data = JSON.stringify({ "@type": "Recipe", name: mealie.named("Data") });
    const { status, body } = await mealie.send("POST", "/api/recipes/create/html-or-json", {
      data: `  ${data}`,
    });
    expect([status, fieldOf(body, "detail")]).toEqual([400, { details: "BAD_RECIPE_DATA" }]);
  });

  // It cannot be deleted either, so it is never tried on a real instance.
  it("reads an ingredient without a reference id again from v3 on", { skip: LIVE }, async () => {
    const { id } = await mealie.recipe("Brick");
    await mealie.send("PATCH", `/api/recipes/${id}`, { recipeIngredient: [{ note: "quark", quantity: 0 }] });
    expect((await mealie.send("GET", `/api/recipes/${id}`)).status).toBe(old() ? 500 : 200);
  });

  it("wants the list of references with each step up to v2", async () => {
    const { id } = await mealie.recipe("Steps");
    const patch = { recipeInstructions: [{ title: "", text: "Mix" }] };
    expect((await mealie.send("PATCH", `/api/recipes/${id}`, patch)).status).toBe(old() ? 500 : 200);
  });

  it("fails inside on renaming an organizer to a taken name (assumed)", async () => {
    const [one, other] = [
      await mealie.make("/api/organizers/tags", "One"),
      await mealie.make("/api/organizers/tags", "Other"),
    ];
    expect((await mealie.send("PUT", `/api/organizers/tags/${one.id}`, { name: other.name })).status).toBe(
      500,
    );
  });

  it("takes any number for a rating, and answers null (assumed)", async () => {
    const { id } = await mealie.recipe("Rated");
    const self = (await mealie.send("GET", "/api/users/self")).body;
    const path = `/api/users/${String(fieldOf(self, "id"))}/ratings/${id}`;
    expect(await mealie.send("POST", path, { rating: 9.5 })).toMatchObject({ status: 200, body: null });
  });

  it("shows tokens in clear to their user up to v2 only", async () => {
    const { body } = await mealie.send("GET", "/api/users/self");
    expect(JSON.stringify(fieldOf(body, "tokens")).includes('"token"')).toBe(old());
  });
});
