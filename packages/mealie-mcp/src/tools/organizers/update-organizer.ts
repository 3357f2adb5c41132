import { framed, REPLACE } from "server-kit";
import { z } from "zod";
import { allOrganizers, renameOrganizer } from "../../api/organizers.ts";
import { refused } from "../../errors.ts";
import { ORGANIZER_WORDS } from "../../lookup/organizers.ts";
import { refuseEmptySlug, refuseTakenName } from "../../lookup/taken.ts";
import { textsOf } from "../../view/texts.ts";
import { tellingBefore } from "../../writing/before.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { kind } from "./schemas.ts";

export const updateOrganizerTool = defineTool({
  name: "update_organizer",
  title: "Rename a tag, category or tool",
  description:
    "Renames a tag, a category or a tool, on every recipe that has it. Its slug changes too, its id stays. Returns the name that was replaced.",
  input: z.strictObject({ kind, id: schema.uuid, name: schema.name }),
  output: z.object({
    updated: z.literal(true),
    kind,
    id: z.string(),
    replaced: z.object({ untrusted_text: schema.nameAndSlug }),
  }),
  annotations: REPLACE,
  run: async ({ kind: of, id, name }, call) => {
    const { api } = call.deps;
    refuseEmptySlug(name);
    const all = await allOrganizers(api, of, call);
    const organizer = all.find((one) => one.id === id.toLowerCase());
    const words = ORGANIZER_WORDS[of];
    if (organizer === undefined)
      throw refused("not-found", `There is no ${words.one} with this id (any more).`);
    refuseTakenName(
      all.filter((one) => one !== organizer),
      name,
      words,
    );
    await tellingBefore(() => renameOrganizer(api, { kind: of, organizer, name }, call), {
      name: organizer.name,
    });
    return framed({
      updated: true,
      kind: of,
      id: organizer.id,
      replaced: { untrusted_text: textsOf({ name: organizer.name, slug: organizer.slug }) },
    });
  },
});
