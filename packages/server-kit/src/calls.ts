import { createGuard } from "confirm-guard";
import { config } from "zod";

import { createAnswer } from "./answer.ts";
import { systemClock } from "./clock.ts";
import { decisionLine } from "./decision-line.ts";
import type { ServerEdges, ServerParts } from "./factory.ts";
import { once } from "./once.ts";
import type { Answer } from "./table.ts";

/** The guard, and the answers to all calls; it is loaded with the first of them. */
export const openCalls = async <Deps>(
  parts: ServerParts<Deps>,
  { log, inHand, now = Date.now }: ServerEdges,
): Promise<Answer> => {
  // From here on schemas are used again and again, and those of the tools are not made yet.
  config({ jitless: false });
  const { name, source, elicitation, budget } = parts;
  const guard = createGuard({
    server: name,
    audience: "audience" in parts ? await parts.audience() : null,
    elicitation,
    clock: { now, monotonic: () => systemClock.now() },
    onDecision: (event) => log(decisionLine(event)),
    warn: log,
  });
  return createAnswer<Deps>({
    guard,
    server: name,
    source,
    log,
    ...(inHand === undefined ? {} : { inHand }),
    ...(budget === undefined ? {} : { budget }),
    ...("open" in parts ? { open: once(parts.open) } : { unavailable: parts.unavailable }),
  });
};
