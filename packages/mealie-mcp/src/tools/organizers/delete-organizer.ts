import { exact } from "confirm-guard";
import { DELETE, own } from "server-kit";
import { z } from "zod";
import { deleteOrganizer, RECIPE_FILTER, readOrganizer } from "../../api/organizers.ts";
import { countRecipes } from "../../api/usage.ts";
import { ORGANIZER_WORDS } from "../../lookup/organizers.ts";
import { found } from "../../lookup/found.ts";
import { organizerDeletion } from "../../questions/organizers.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { kind } from "./schemas.ts";

export const deleteOrganizerTool = defineTool({
  name: "delete_organizer",
  title: "Delete a tag, category or tool",
  description:
    "Deletes a tag, a category or a tool and takes it off every recipe. A person is asked first, and told on how many recipes it stands.",
  input: z.strictObject({ kind, id: schema.uuid }),
  output: z.object({
    deleted: z.literal(true),
    kind,
    id: z.string(),
    recipes: z.number().int().describe("On how many recipes it stood"),
  }),
  annotations: DELETE,
  prepare: async (args, call) => {
    const { api, host } = call.deps;
    const { one } = ORGANIZER_WORDS[args.kind];
    const [organizer, recipes] = await Promise.all([
      found(readOrganizer(api, args, call), `There is no ${one} with this id (any more).`),
      countRecipes(api, { by: RECIPE_FILTER[args.kind], id: args.id }, call),
    ]);
    const { id, name, slug } = organizer;
    return {
      found: { id, recipes },
      ask: {
        subject: exact([args.kind, id], [name, slug, recipes]),
        question: organizerDeletion({ kind: args.kind, id, recipes, host }),
      },
    };
  },
  run: async (args, call, { id, recipes }) => {
    await deleteOrganizer(call.deps.api, { kind: args.kind, id }, call);
    return own({ deleted: true, kind: args.kind, id, recipes });
  },
});
