import type { Benchmark } from "../../benchmark.ts";
import { rowsOf } from "./rows.ts";
import { startsOf } from "./starts.ts";
import { timed } from "./timed.ts";

export const coldStart: Benchmark = {
  name: "cold-start",
  title: "from spawning the program to its answer",
  async measure(bench) {
    const times = await timed(await startsOf(bench));
    return {
      rows: rowsOf(times, bench.peers.present),
      notes: [
        "Every program has an account on a server on this machine. The peer `caldav-mcp` does not answer before it has " +
          "found its calendars there; ours ask nobody before the first call.",
        "Ours keep what Node compiles of them in a folder of the user's. A first start has none yet, and a new, empty home each " +
          "time; a later start has what one start before it left. The peers, and the floors but for the one that says so, " +
          "keep nothing and are the same at each start.",
        "`server/discover` is what a client of revision 2026-07-28 begins with; the peers are on SDK v1 and do not know it.",
      ],
    };
  },
};
