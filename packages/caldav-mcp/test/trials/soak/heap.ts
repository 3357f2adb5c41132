import { setTimeout as delay } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

/** Bytes in use when everything is collected that can be; timers and streams get a moment to let go. */
export async function heapAfterCollection(): Promise<number> {
  let least = Infinity;
  for (let round = 0; round < 4; round += 1) {
    await delay(50);
    collect();
    least = Math.min(least, process.memoryUsage().heapUsed);
  }
  return least;
}
