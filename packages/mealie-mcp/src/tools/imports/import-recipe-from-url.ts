import { CREATE } from "server-kit";
import { z } from "zod";
import { publicUrl } from "../../api/public-url.ts";
import { importFromUrl } from "../../api/recipe-imports.ts";
import { defineTool } from "../define.ts";
import { importOutcome } from "./outcome.ts";
import { imported, including, includingOf } from "./schemas.ts";

export const importRecipeFromUrlTool = defineTool({
  name: "import_recipe_from_url",
  title: "Import a recipe from a page",
  description:
    "Lets Mealie fetch a page on the public internet and store the recipe in it. What is imported is somebody else's text.",
  input: z.strictObject({
    url: z.string().min(1).max(2_048).describe("http or https; not of a private network."),
    ...including,
  }),
  output: imported,
  annotations: { ...CREATE, openWorldHint: true },
  essential: true,
  run: async ({ url, include_tags, include_categories }, call) => {
    const { api, lookupHost } = call.deps;
    const { href } = await publicUrl(url, { lookup: lookupHost, signal: call.budget.signal });
    const wanted = { url: href, ...includingOf({ include_tags, include_categories }) };
    return importOutcome(
      api,
      {
        run: () => importFromUrl(api, wanted, call),
        whenRefused:
          "Mealie made no recipe of this page: mostly it holds no schema.org data, or Mealie does not fetch it.",
        whenFailed: "Mealie fails like this when it cannot reach a page.",
      },
      call,
    );
  },
});
