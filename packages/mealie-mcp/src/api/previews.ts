import { z } from "zod";
import { MealieError } from "../errors.ts";
import type { ApiCall, MealieApi } from "./client.ts";
import { apiPath } from "./path.ts";
import { bodyFor } from "./request-body.ts";

const page = z.record(z.string(), z.unknown());

/**
 * What Mealie finds on a page, without storing it; undefined when it finds no recipe there. It answers with the page's
 * own schema.org record, or with a text when there is none.
 *
 * @throws MealieError
 */
export async function previewUrl(
  api: MealieApi,
  url: URL,
  call: ApiCall,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const found = await api
    .ask(
      apiPath("recipes", "test-scrape-url"),
      { json: bodyFor("POST /api/recipes/test-scrape-url", { url: url.href }), slow: true },
      call,
    )
    .catch((error: unknown) => {
      throw error instanceof MealieError && error.code === "server-error" ? unreachable(error) : error;
    });
  const read = page.safeParse(found);
  return read.success && Object.keys(read.data).length > 0 ? read.data : undefined;
}

/** A page that cannot be reached is a failure inside Mealie, which says no more than that. */
function unreachable(error: MealieError): MealieError {
  return new MealieError(
    "server-error",
    "Mealie failed on this page; most often it cannot be reached from there, or Mealie refuses to fetch it.",
    { foreign: error.foreign },
  );
}
