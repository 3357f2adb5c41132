// What `prepare` may answer: a refusal, no question at all, or a question about several things.
import {
  exact,
  factDate,
  factHost,
  factId,
  ordered,
  type Prepared,
  set,
  type ToolResult,
} from "confirm-guard";

export type Booking = { id: string; version: string; day: string; guests: number; paid: boolean };

const refused = (words: string): { refuse: ToolResult } => ({
  refuse: { content: [{ type: "text", text: `${words} Nothing was changed.` }], isError: true },
});

/** Whatever needs no person to be refused is refused here, before anybody is asked. */
export function prepareCancellation(
  found: readonly Booking[],
  wanted: readonly string[],
): Prepared<readonly Booking[]> {
  const [first] = found;
  if (first === undefined || found.length < wanted.length)
    return refused("At least one booking does not exist.");
  // A draft that nobody has paid for needs nobody's yes.
  if (found.every(({ paid }) => !paid)) return { found, ask: null };
  const guests = found.reduce((sum, booking) => sum + booking.guests, 0);
  return {
    found,
    ask: {
      // A set: the order of the bookings means nothing, and one more or one less is another question.
      subject: set(found.map(({ id, version }) => exact(id, version))),
      question: {
        action: `cancel ${found.length === 1 ? "a booking" : `${found.length} bookings`}`,
        consequence: "The guests are told at once, and a cancelled booking cannot be restored.",
        // Numbers, dates, ids and hosts that the server worked out itself. A plain string is a type error.
        facts: {
          "First day": factDate({ date: first.day }),
          Guests: guests,
          Account: factHost("bookings.example.org"),
        },
        // What the caller typed: escaped, cut, and under a heading that says whose words they are.
        callerValues: { Bookings: { path: wanted.join(",") } },
        yes: "Yes, cancel",
        no: "No, keep",
      },
    },
  };
}

/** A yes to a merge of `from` into `into` is none to the other direction. */
export function prepareMerge(from: Booking, into: Booking): Prepared<{ from: Booking; into: Booking }> {
  return {
    found: { from, into },
    ask: {
      subject: ordered(exact(from.id, from.version), exact(into.id, into.version)),
      question: {
        action: "merge two bookings",
        consequence: "The first one is deleted, and its guests are moved to the second.",
        facts: { "Is deleted": factId(from.id), "Is kept": factId(into.id) },
        yes: "Yes, merge them",
        no: "No, keep both",
      },
    },
  };
}
