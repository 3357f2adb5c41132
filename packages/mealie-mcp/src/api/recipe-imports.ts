import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi, Write } from "./client.ts";
import { isMissingRoute } from "./failures.ts";
import { readRecord } from "./page.ts";
import { apiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";
import { afterWrite } from "./settle.ts";

const slugAnswer = z.string().min(1);

/** Categories are sent only when they are wanted: older versions do not know them. */
type Including = { includeTags: boolean; includeCategories?: true };

/** Lets Mealie fetch a page and make a recipe of it; gives the recipe's slug. @throws MealieError */
export async function importFromUrl(
  api: MealieApi,
  wanted: { url: string } & Including,
  call: ApiCall,
): Promise<string> {
  return imported(
    api,
    { path: apiPath("recipes", "create", "url"), json: bodyFor("POST /api/recipes/create/url", wanted) },
    call,
  );
}

/** `data` is a page, or a document that begins with a brace: Mealie takes nothing else for JSON. @throws MealieError */
export async function importFromData(
  api: MealieApi,
  wanted: { data: string } & Including,
  call: ApiCall,
): Promise<string> {
  return imported(
    api,
    {
      path: apiPath("recipes", "create", "html-or-json"),
      json: bodyFor("POST /api/recipes/create/html-or-json", wanted),
    },
    call,
  );
}

export type ImportImage = { bytes: Uint8Array<ArrayBuffer>; type: string; extension: string };

/**
 * Lets the AI provider that Mealie is set up with read a recipe from a picture. The newer route is tried first; up to
 * v3.22 there is only the older one (M31).
 *
 * @throws MealieError (`unsupported` when there is neither)
 */
export async function importFromImage(
  api: MealieApi,
  { image, language }: { image: ImportImage; language: string | undefined },
  call: ApiCall,
): Promise<string> {
  const newer = formOf(image);
  if (language !== undefined) newer.set("translateLanguage", language);
  try {
    return await imported(api, { path: apiPath("recipes", "create", "ai"), form: newer }, call);
  } catch (error) {
    if (!isMissingRoute(error)) throw error;
  }
  try {
    const path = apiPath("recipes", "create", "image");
    return await imported(api, { path, query: { translateLanguage: language }, form: formOf(image) }, call);
  } catch (error) {
    if (!isMissingRoute(error)) throw error;
    throw new MealieError("unsupported", "This version of Mealie does not read recipes from pictures.");
  }
}

function formOf({ bytes, type, extension }: ImportImage): FormData {
  const form = new FormData();
  form.append("images", new Blob([bytes], { type }), `recipe.${extension}`);
  return form;
}

async function imported(api: MealieApi, write: Omit<Write, "method">, call: ApiCall): Promise<string> {
  const answer = await api.write({ method: "POST", slow: true, ...write }, call);
  return afterWrite(() => readRecord(answer, slugAnswer));
}
