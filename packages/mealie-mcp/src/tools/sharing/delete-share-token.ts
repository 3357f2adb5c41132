import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { deleteShareLink, readShareLink } from "../../api/share-links.ts";
import { found } from "../../lookup/found.ts";
import { unsharingQuestion } from "../../questions/sharing.ts";
import { instantOf } from "../../view/instants.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const deleteShareTokenTool = defineTool({
  name: "delete_share_token",
  title: "Stop sharing a recipe",
  description:
    "Deletes a share link by its id, so that it opens nothing any more; the same link cannot be issued again. A person is asked first.",
  input: z.strictObject({ token_id: schema.uuid.describe("The id as list_share_tokens returned it.") }),
  output: z.object({ deleted: z.literal(true), id: z.string(), recipe_id: z.string() }),
  annotations: DELETE,
  prepare: async ({ token_id }, call) => {
    const { api, host, config } = call.deps;
    const link = await found(
      readShareLink(api, token_id, call),
      "There is no share link with this id (any more).",
    );
    const { id, recipeId, createdAt } = link;
    const expiresAt = instantOf(link.expiresAt);
    return {
      found: { id, recipeId },
      ask: {
        subject: exact(id, { recipeId, createdAt: createdAt ?? null, expiresAt: expiresAt ?? null }),
        question: unsharingQuestion({ id, recipeId, expiresAt, zone: config.timezone, host }),
      },
    };
  },
  run: async (_args, call, { id, recipeId }) => {
    await deleteShareLink(call.deps.api, id, call);
    return own({ deleted: true, id, recipe_id: recipeId });
  },
});
