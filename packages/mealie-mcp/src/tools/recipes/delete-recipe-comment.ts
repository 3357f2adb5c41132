import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { readSelf } from "../../about.ts";
import { deleteComment, readComment } from "../../api/comments.ts";
import { refused } from "../../errors.ts";
import { found } from "../../lookup/found.ts";
import { commentDeletion } from "../../questions/recipes.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";

export const deleteRecipeCommentTool = defineTool({
  name: "delete_recipe_comment",
  title: "Delete a comment",
  description:
    "Deletes a comment on a recipe: one's own, or as an administrator anybody's. A person is asked first.",
  input: z.strictObject({ comment_id: schema.uuid }),
  output: z.object({ deleted: z.literal(true), id: z.string() }),
  annotations: DELETE,
  prepare: async ({ comment_id: named }, call) => {
    const { api, host } = call.deps;
    const [comment, self] = await Promise.all([
      found(readComment(api, named, call), "There is no comment with this id (any more)."),
      readSelf(api, call),
    ]);
    const { id, recipeId, userId, updatedAt, text } = comment;
    const isOwn = userId !== undefined && userId === self.id;
    // Mealie fails inside instead of saying so.
    if (!isOwn && !self.rights.admin)
      throw refused(
        "forbidden",
        "This comment is somebody else's; its author or an administrator may delete it.",
      );
    return {
      found: id,
      ask: {
        subject: exact(id, [recipeId ?? null, isOwn, updatedAt ?? null, text ?? null]),
        question: commentDeletion({ id, recipeId, own: isOwn, host }),
      },
    };
  },
  run: async (_args, call, id) => {
    await deleteComment(call.deps.api, id, call);
    return own({ deleted: true, id });
  },
});
