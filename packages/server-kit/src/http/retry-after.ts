const SECONDS = /^[0-9]{1,6}$/;
// RFC 9110 section 5.6.7: senders write IMF-fixdate only.
const IMF_FIXDATE = /^[A-Z][a-z]{2}, [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9]{2}:[0-9]{2}:[0-9]{2} GMT$/;

/** Milliseconds that a Retry-After header asks for (RFC 9110 section 10.2.3), or undefined when it says nothing usable. */
export const retryAfterMs = (header: string | null, wallClock: number): number | undefined => {
  if (header === null) return undefined;
  if (SECONDS.test(header)) return Number(header) * 1000;
  if (!IMF_FIXDATE.test(header)) return undefined;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - wallClock);
};
