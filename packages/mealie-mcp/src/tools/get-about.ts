import { own, READ } from "server-kit";
import { z } from "zod";
import { readAbout, readSelf } from "../about.ts";
import { defineTool } from "./define.ts";

export const getAboutTool = defineTool({
  name: "get_about",
  title: "About this Mealie",
  description:
    "Which Mealie this is, which day is today, and what the user of the token may do. Look here when something is not allowed.",
  input: z.strictObject({}),
  output: z.object({
    host: z.string(),
    version: z.string().optional(),
    demo: z.boolean(),
    today: z.object({ date: z.string(), weekday: z.string(), timezone: z.string() }),
    user: z.object({
      id: z.string().optional(),
      admin: z.boolean(),
      can_invite: z.boolean(),
      can_manage_group: z.boolean(),
      can_manage_household: z.boolean(),
      can_organize: z
        .boolean()
        .describe("May change categories, tags and tools; older instances do not check it"),
    }),
  }),
  annotations: READ,
  run: async (_args, call) => {
    const { api, host, config, today } = call.deps;
    const [about, self] = await Promise.all([readAbout(api, call), readSelf(api, call)]);
    const { date, weekday } = today();
    return own({
      host,
      ...(about.version === undefined ? {} : { version: about.version }),
      demo: about.demo,
      today: { date, weekday, timezone: config.timezone },
      user: {
        ...(self.id === undefined ? {} : { id: self.id }),
        ...self.rights,
      },
    });
  },
});
