import { BudgetSpent, type Budget } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import type { Discovery } from "../dav/calendars.ts";
import { CaldavError } from "../errors.ts";
import type { Window } from "../ical/types.ts";
import { listingView } from "../listing/occurrences.ts";
import { comparePlaces, isAfter } from "../listing/place.ts";
import { readCalendars } from "../listing/read-calendars.ts";
import type { Gaps } from "../listing/reading.ts";
import { createFindings } from "./findings.ts";
import { type SearchRequest, SHORTEST_STEP } from "./request.ts";
import type { Found } from "./rows.ts";

export type Search = {
  /** By start: all that there are from where the page begins until `searchedTo`. */
  rows: Found[];
  searchedTo: number;
  /** How long the stretches were in the end; a search that goes on begins with it. */
  step: number;
  gaps: Gaps;
};

type Call = { budget: Budget };
type Options = { discovery: Discovery; limit: number };

/**
 * Searches a window from its beginning, in stretches: each is searched to its end before the next one begins, so that
 * rows come by start and a search that stops can say until when it has searched. It stops when a page is full or the
 * time is used up. Where an answer is too large the stretches become shorter, and the shortest are read in parts. Where
 * the time is used up before the first of them was searched, those of the next call become shorter, so that going on
 * always leads further.
 *
 * @throws CaldavError, BudgetSpent when nothing could be searched
 */
export async function search(
  account: CaldavAccount,
  request: SearchRequest,
  { discovery, limit }: Options,
  call: Call,
): Promise<Search> {
  const { window, after, zone } = request;
  const findings = createFindings(request, listingView(account, zone, discovery));
  const start = Math.max(window.from, after?.start ?? window.from);
  let [searchedTo, step] = [start, request.step];
  const ready = (): Found[] =>
    findings.rows
      .filter((row) => row.start < searchedTo && (after === undefined || isAfter(row, after)))
      .toSorted(comparePlaces);

  while (searchedTo < window.to && ready().length <= limit) {
    if (searchedTo > start && call.budget.remainingMs() <= 0) break;
    const calendars = findings.calendars();
    const stretch = { from: searchedTo, to: Math.min(searchedTo + step, window.to) };
    const ifTooLarge = step > SHORTEST_STEP ? "fail" : "in-parts";
    const { read, failed } = await readCalendars(
      account,
      { kind: "event", window: stretch, calendars, ifTooLarge },
      call,
    );
    const tooLarge = failed.some(({ error }) => error instanceof CaldavError && error.code === "too-large");
    if (tooLarge && step > SHORTEST_STEP) {
      step = shorter(stretch);
      continue;
    }
    const [first] = failed;
    if (read.length === 0 && first !== undefined) {
      const later = failed.every(({ error }) => isTimeUp(error)) && step > SHORTEST_STEP;
      if (searchedTo === start && !later) throw first.error;
      if (searchedTo === start) step = shorter(stretch);
      findings.leaveOut(failed);
      break;
    }
    findings.leaveOut(failed);
    await findings.look(read);
    searchedTo = stretch.to;
    // What no stretch is short enough for is left out by now.
    if (tooLarge) step = request.step;
  }
  return { rows: ready(), searchedTo, step, gaps: findings.gaps() };
}

function shorter({ from, to }: Window): number {
  return Math.max(SHORTEST_STEP, Math.ceil((to - from) / 2));
}

function isTimeUp(error: CaldavError | BudgetSpent): boolean {
  return error instanceof BudgetSpent || error.code === "timed-out";
}
