import { readFileSync } from "node:fs";
import {
  type ApiDocument,
  type Contract,
  type MealieVersion,
  readContract,
  type SeenExchange,
  type SeenRequest,
  type StandIn,
} from "sandbox";
import { expect } from "vitest";

function load(version: MealieVersion): Contract {
  const file = new URL(`../../../sandbox/test/mealie/data/contract-${version}.json`, import.meta.url);
  const document: ApiDocument = JSON.parse(readFileSync(file, "utf8"));
  return readContract(document, { required: everyField(document) });
}

/** The documents call nearly every field optional; what answers is a whole record all the same. */
function everyField({ components }: ApiDocument): Record<string, string[]> {
  const fields = Object.entries(components.schemas).map(([name, { properties = {} }]) => [
    name,
    Object.keys(properties),
  ]);
  return Object.fromEntries(fields);
}

const CONTRACTS: Readonly<Record<MealieVersion, Contract>> = { "2.0": load("2.0"), "3.23": load("3.23") };

/** Fields that Mealie 2.0 does not know and passes over; newer ones want them. */
const PASSED_OVER = /^body\.(?:tags|recipeCategory)\[\d+\]\.groupId: is unknown$/;

/**
 * Holds everything that was asked of a stand-in to the contract of its version, with unknown fields and names in the
 * query refused, and everything that it answered too. What a fault answers in its place is not.
 */
export function expectContract(mealie: Pick<StandIn, "exchanges">, version: MealieVersion): void {
  const complaints = mealie.exchanges.flatMap((exchange) => [
    ...complaintsAbout(exchange, version),
    ...complaintsAboutAnswer(exchange, version),
  ]);
  expect(complaints).toEqual([]);
}

function complaintsAbout({ request, reply }: SeenExchange, version: MealieVersion): string[] {
  const complaints = contractFor(request, version)
    .ofRequest(request)
    .filter((complaint) => version !== "2.0" || !PASSED_OVER.test(complaint));
  // A newer value may be tried on an old Mealie, which refuses it. What it does not refuse has to be known to it.
  const refused = version === "2.0" && reply.status === 422;
  return placed(request, refused ? CONTRACTS["3.23"].ofRequest(request) : complaints);
}

function complaintsAboutAnswer({ request, reply }: SeenExchange, version: MealieVersion): string[] {
  const { status } = reply;
  if (status >= 400) return [];
  const answer = "json" in reply ? { status, json: reply.json } : { status };
  return placed(request, contractFor(request, version).ofAnswer(request, answer));
}

/** A route that only newer ones have is tried first, and an old Mealie has not got it or takes it for another one. */
function contractFor(request: SeenRequest, version: MealieVersion): Contract {
  const newest = CONTRACTS["3.23"].routeOf(request);
  const isNewer = newest !== undefined && CONTRACTS["2.0"].routeOf(request) !== newest;
  return CONTRACTS[isNewer ? "3.23" : version];
}

function placed({ method, path, query }: SeenRequest, complaints: readonly string[]): string[] {
  return complaints.map((complaint) => `${method} ${path}${query}: ${complaint}`);
}
