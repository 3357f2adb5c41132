import type { Peers } from "../../peers/fetch.ts";
import { atMost, below, type Row } from "../../report/row.ts";
import { BARE, firstOf, laterOf, MINIMAL, MINIMAL_KEPT, OWN, WHOLE_SDK } from "./starts.ts";
import type { Times } from "./timed.ts";

const FLOOR = atMost("ratio", 1.25);
const HALF = below("ratio", 0.5);
const LISTED = "initialize and tools/list";

/** A later start and a first one of each of ours, beside the floors and beside each peer. */
export function rowsOf(times: Times, peers: Peers["present"]): Row[] {
  return OWN.flatMap(({ name, serves }) => {
    const rivals = peers.filter((peer) => peer.serves === serves).map(({ title }) => title);
    const rows = (own: string): Row[] => [
      ...besideFloors(own, times),
      ...rivals.flatMap((rival) => besidePeer(own, rival, times)),
    ];
    return [...rows(laterOf(name)), besideKept(laterOf(name), times), ...rows(firstOf(name))];
  });
}

function besideFloors(own: string, { initialize, discover, list }: Times): Row[] {
  const row = (asked: string, of: Times["list"], floor: string): Row => ({
    what: `${own}, ${asked}`,
    unit: "ms",
    ours: of(own),
    beside: { name: floor, spread: of(floor) },
  });
  return [
    { ...row("initialize", initialize, MINIMAL), goal: FLOOR },
    { ...row("server/discover", discover, MINIMAL), goal: FLOOR },
    { ...row(LISTED, list, MINIMAL), goal: FLOOR },
    row("initialize", initialize, WHOLE_SDK),
    row("initialize", initialize, BARE),
  ];
}

/** The same advantage for the floor. */
function besideKept(own: string, { initialize }: Times): Row {
  const beside = { name: MINIMAL_KEPT, spread: initialize(MINIMAL_KEPT) };
  return { what: `${own}, initialize`, unit: "ms", ours: initialize(own), beside };
}

function besidePeer(own: string, peer: string, { initialize, list }: Times): Row[] {
  const row = (asked: string, of: Times["list"]): Row => ({
    what: `${own}, ${asked}`,
    unit: "ms",
    ours: of(own),
    beside: { name: peer, spread: of(peer) },
    goal: HALF,
  });
  return [row("initialize", initialize), row(LISTED, list)];
}
