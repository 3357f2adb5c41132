/**
 * A rule, DTSTART, and the first instances, worked out from RFC 5545 section 3.3.10 and not by this program. Times are
 * left out where they are DTSTART's; a full stop says that there are no more.
 */
export type RuleCase = readonly [rule: string, start: string, instances: string];

/** The instances with their times, and whether they are all. */
export function expectedOf([, start, instances]: RuleCase): { walls: string[]; complete: boolean } {
  const clock = `T${start.slice(9, 11)}:${start.slice(11, 13)}:${start.slice(13, 15)}`;
  const listed = instances.split(" ").filter((text) => text !== ".");
  const walls = listed.map((text) => {
    if (text.length === 10) return text + clock;
    return text.length === 16 ? `${text}:00` : text;
  });
  return { walls, complete: instances.endsWith(".") };
}
