import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { allOrganizers, createOrganizer } from "../../api/organizers.ts";
import { refuseEmptySlug, refuseTakenName } from "../../lookup/taken.ts";
import { ORGANIZER_WORDS } from "../../lookup/organizers.ts";
import { organizerView } from "../../view/organizers.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { kind, organizer } from "./schemas.ts";

export const createOrganizerTool = defineTool({
  name: "create_organizer",
  title: "Create a tag, category or tool",
  description:
    "Creates a tag, a category or a tool that recipes can be sorted by. One that is there already is refused, with its id.",
  input: z.strictObject({ kind, name: schema.name }),
  output: z.object({ created: z.literal(true), kind, organizer }),
  annotations: CREATE,
  run: async (args, call) => {
    const { api } = call.deps;
    refuseEmptySlug(args.name);
    refuseTakenName(await allOrganizers(api, args.kind, call), args.name, ORGANIZER_WORDS[args.kind]);
    const created = await createOrganizer(api, args, call);
    return framed({ created: true, kind: args.kind, organizer: organizerView(created) });
  },
});
