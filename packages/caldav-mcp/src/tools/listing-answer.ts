import { framed, type Outcome } from "server-kit";
import type { CaldavAccount } from "../account.ts";
import type { Discovery } from "../dav/calendars.ts";
import { gapsView, todayView } from "../listing/gaps-view.ts";
import type { Page } from "../listing/page.ts";
import type { Gaps } from "../listing/reading.ts";

export type ListingAnswer<Row> = {
  account: Pick<CaldavAccount, "now">;
  zone: string;
  discovery: Discovery;
  /** How the arguments were read, such as the bounds in full. */
  asked: Record<string, unknown>;
  page: Page<Row>;
  gaps: Gaps;
  /** The key of the rows, and how one is shown. */
  records: string;
  view: (row: Row) => Record<string, unknown>;
};

/** What every listing says: how it was asked, what it could not show, and its rows; one that is too long ends earlier. */
export function listingAnswer<Row>({
  account,
  zone,
  discovery,
  asked,
  page,
  gaps,
  records,
  view,
}: ListingAnswer<Row>): Outcome {
  return framed(
    {
      timezone: zone,
      today: todayView(zone, account.now),
      ...asked,
      count: page.rows.length,
      ...gapsView(gaps, discovery),
      ...page.cursor,
      [records]: page.rows.map(view),
    },
    { records, cut: (shown) => ({ count: shown, ...page.after(shown) }) },
  );
}
