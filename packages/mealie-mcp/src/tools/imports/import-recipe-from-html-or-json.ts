import { CREATE } from "server-kit";
import { z } from "zod";
import { importFromData } from "../../api/recipe-imports.ts";
import { refusePrivateAddresses } from "../../importing/addresses.ts";
import { readDocument } from "../../importing/document.ts";
import { defineTool } from "../define.ts";
import { importOutcome } from "./outcome.ts";
import { imported, including, includingOf } from "./schemas.ts";

const MAX_DOCUMENT = 2 * 1_048_576;

export const importRecipeFromHtmlOrJsonTool = defineTool({
  name: "import_recipe_from_html_or_json",
  title: "Import a recipe from HTML or JSON",
  description:
    "Stores the recipe in a page's HTML, or in schema.org JSON, also where it stands in a list or a graph. Mealie may fetch its picture.",
  input: z.strictObject({
    data: z.string().min(1).max(MAX_DOCUMENT).describe("The whole page, or the JSON."),
    ...including,
  }),
  output: imported,
  annotations: { ...CREATE, openWorldHint: true },
  run: async ({ data: pasted, include_tags, include_categories }, call) => {
    const { api, lookupHost } = call.deps;
    const { data, recipes } = readDocument(pasted);
    await refusePrivateAddresses(data, { lookup: lookupHost, signal: call.budget.signal });
    const wanted = { data, ...includingOf({ include_tags, include_categories }) };
    return importOutcome(
      api,
      {
        run: () => importFromData(api, wanted, call),
        whenRefused: "Mealie found no recipe in this: it needs schema.org data.",
        notes: recipes > 1 ? [`The document holds ${recipes} recipes; the first one was imported.`] : [],
      },
      call,
    );
  },
});
