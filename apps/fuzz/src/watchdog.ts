import { writeSync } from "node:fs";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

const HANG_MS = 60_000;
const LOOK_EVERY_MS = 1_000;

export type Watchdog = {
  /** Says what is being run, so that a hang can be told and found again. */
  watch(this: void, what: string): void;
  alive(this: void): void;
  stop(this: void): Promise<void>;
};

/**
 * Ends this process when no case has begun for a minute: whoever is caught in an endless loop cannot say so. A thread of
 * its own, since the loop would also keep every timer of this one from firing.
 */
export function startWatchdog(): Watchdog {
  const beats = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(new URL(import.meta.url), { workerData: beats });
  worker.unref();
  return {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    watch: (what) => worker.postMessage(what),
    alive: () => void Atomics.add(beats, 0, 1),
    stop: async () => void (await worker.terminate()),
  };
}

function guard(beats: Int32Array): void {
  let what = "nothing yet";
  let seen = Atomics.load(beats, 0);
  let since = performance.now();
  parentPort?.on("message", (said) => {
    what = String(said);
  });
  setInterval(() => {
    const beat = Atomics.load(beats, 0);
    if (beat !== seen) [seen, since] = [beat, performance.now()];
    if (performance.now() - since < HANG_MS) return;
    writeSync(
      2,
      `fuzz: one case has been running for ${HANG_MS / 1_000} s: ${what}, case ${beat} of this run\n`,
    );
    process.kill(process.pid, "SIGKILL");
  }, LOOK_EVERY_MS);
}

if (!isMainThread && workerData instanceof Int32Array) guard(workerData);
