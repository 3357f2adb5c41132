import type { Today } from "server-kit";
import type { MealieApi } from "./api/client.ts";
import type { HostLookup } from "./api/public-url.ts";
import type { Config } from "./config.ts";

/** What the tools work with: one instance, and one of its users. */
export type MealieInstance = {
  api: MealieApi;
  config: Config;
  /** Address of the instance, with a slash at its end, for links that people open. */
  url: URL;
  /** Host of the configured address, for dialogs. */
  host: string;
  /** Unix milliseconds. */
  now: () => number;
  /** Which day it is in the configured time zone. */
  today: () => Today;
  /** Makes the reference ids of ingredients and the seeds of random orders. */
  newId: () => string;
  /** Where the pages are that Mealie is told to fetch: only the public internet. */
  lookupHost: HostLookup;
};
