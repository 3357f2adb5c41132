import { CREATE, framed } from "server-kit";
import { z } from "zod";
import { allUnits, createUnit } from "../../api/units.ts";
import { UNIT_WORDS } from "../../lookup/foods.ts";
import { refuseTakenName } from "../../lookup/taken.ts";
import { unitView } from "../../view/foods.ts";
import { defineTool } from "../define.ts";
import * as schema from "../schemas.ts";
import { description, pluralName, unit } from "./schemas.ts";

export const createUnitTool = defineTool({
  name: "create_unit",
  title: "Create a unit",
  description:
    "Creates a unit that quantities can be measured in. One that is there already, in whatever case, is refused with its id.",
  input: z.strictObject({
    name: schema.name,
    plural_name: pluralName,
    abbreviation: schema.writtenText(50).trim().optional(),
    use_abbreviation: z.boolean().optional().describe("Show the abbreviation in recipes. Default: false."),
    fraction: z.boolean().optional().describe("Show ½ rather than 0.5. Default: true."),
    description,
  }),
  output: z.object({ created: z.literal(true), unit }),
  annotations: CREATE,
  run: async (args, call) => {
    const { api } = call.deps;
    refuseTakenName(await allUnits(api, call), args.name, UNIT_WORDS);
    const { name, plural_name, abbreviation, use_abbreviation, fraction } = args;
    const created = await createUnit(
      api,
      {
        name,
        pluralName: plural_name,
        abbreviation,
        useAbbreviation: use_abbreviation,
        fraction,
        description: args.description,
      },
      call,
    );
    return framed({ created: true, unit: unitView(created) });
  },
});
