import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { deleteCookbook } from "../../api/cookbooks.ts";
import { resolveCookbook } from "../../lookup/cookbooks.ts";
import { cookbookDeletion } from "../../questions/cookbooks.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const deleteCookbookTool = defineTool({
  name: "delete_cookbook",
  title: "Delete a cookbook",
  description: "Deletes a cookbook; its recipes stay. A person is asked first.",
  input: z.strictObject({
    cookbook_id: schema.cookbook.describe(
      "A cookbook, by the id that list_cookbooks returned, or by its name or slug.",
    ),
  }),
  output: z.object({ deleted: z.literal(true), id: z.string() }),
  annotations: DELETE,
  prepare: async ({ cookbook_id }, call) => {
    const { api, host } = call.deps;
    const cookbook = await resolveCookbook(api, cookbook_id, call);
    const { id, name, description, position, queryFilterString, public: isPublic } = cookbook;
    return {
      found: id,
      ask: {
        // Cookbooks have no time of their last change, so what they hold is their version.
        subject: exact(id, [
          name,
          description ?? null,
          position ?? null,
          queryFilterString ?? null,
          isPublic ?? null,
        ]),
        question: cookbookDeletion({ id, isPublic, host }),
      },
    };
  },
  run: async (_args, call, id) => {
    await deleteCookbook(call.deps.api, id, call);
    return own({ deleted: true, id });
  },
});
