import { CREATE } from "server-kit";
import { z } from "zod";
import { importFromImage } from "../../api/recipe-imports.ts";
import { IMAGE_FORMATS, MAX_BASE64, readImage } from "../../importing/image.ts";
import { defineTool } from "../define.ts";
import { importOutcome } from "./outcome.ts";
import { imported } from "./schemas.ts";

export const importRecipeFromImageTool = defineTool({
  name: "import_recipe_from_image",
  title: "Import a recipe from a picture",
  description:
    "Lets Mealie read a recipe from a picture, which works only where an AI provider is set up in Mealie: the picture goes to that provider.",
  input: z.strictObject({
    image_base64: z.string().min(1).max(MAX_BASE64).describe("A JPEG, PNG or WebP in base64."),
    format: z.enum(IMAGE_FORMATS).optional().describe("Left out, it is told from the picture itself."),
    translate_language: z
      .string()
      .regex(/^[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8}){0,3}$/)
      .optional()
      .describe("Language to translate it to, such as de-DE."),
  }),
  output: imported,
  annotations: { ...CREATE, openWorldHint: true },
  run: async ({ image_base64, format, translate_language: language }, call) => {
    const { api } = call.deps;
    const image = readImage(image_base64, format);
    return importOutcome(
      api,
      {
        run: () => importFromImage(api, { image, language }, call),
        whenRefused:
          "Mealie read no recipe from this picture: mostly because no AI provider is set up in it.",
      },
      call,
    );
  },
});
