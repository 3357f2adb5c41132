/**
 * The statuses whose definition says that the request was turned away before anything was done: only after one of
 * these is a write reported as changing nothing without a second look. RFC 9110 sections 15.4 to 15.6, RFC 4918
 * section 11, RFC 6585 and RFC 7725. By what they say:
 *
 * - The request belongs elsewhere: 301, 307, 308, and 421. Not 302 and 303, which many programs answer after the deed.
 * - Who asks may not: 401 ("has not been applied"), 403, 407, 451, and 511 from a portal on the way.
 * - There is nothing to do it to, or not in this way: 404, 405, 406, 409, 410, 501, 505.
 * - The request itself will not be processed: 400, 411, 413, 414, 415, 417, 422, 425, 426, 431.
 * - A condition does not hold: 412, 423, 424, 428.
 * - Not now, or no room: 429, 507.
 *
 * All others leave it open, above all those by which a gateway speaks for a server that may still be at work or has
 * finished unheard: 408, 500, 502, 503, 504, the proxies' own 499 and 520 to 524, and every 2xx but 200, 201 and 204.
 */
const REFUSED_BEFOREHAND = new Set([
  301, 307, 308, 400, 401, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 417, 421, 422, 423,
  424, 425, 426, 428, 429, 431, 451, 501, 505, 507, 511,
]);

/** Whether a write that was answered so cannot have been carried out, nor be carried out later. */
export const isRefusedBeforehand = (status: number): boolean => REFUSED_BEFOREHAND.has(status);
