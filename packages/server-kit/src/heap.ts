import { setFlagsFromString } from "node:v8";

/** How V8 lets its heap grow while calls run. */
const SETTINGS = [
  /**
   * The room for young objects stays as large as the start has made it, 4 to 8 MB. It would double whenever what is in use
   * just then survives a few passes, up to 128 MB on a computer that has much memory.
   */
  "--semi-space-growth-factor=1",
  /** All other room: twice of what the last full collection left, and not up to four times. */
  "--heap-growing-percent=100",
];

/** The newest Node that this was tried with; V8 says on stderr when it no longer knows a setting. */
const NEWEST_TRIED = 26;

/** What is set, and on which Node; replaced in tests. */
export type HeapHost = { node: string; set: (setting: string) => void };

/**
 * Keeps a server small that runs beside the program of a person all day long. Called when it is loaded, so that the start
 * itself has the room that it takes.
 *
 * Node warns against changing settings of V8 that is running already: it may not look at them again, or not be ready for
 * it. These two are numbers that it reads each time it decides how much to grow, and decides nothing else by:
 * `SemiSpaceNewSpace::Grow` (src/heap/new-spaces.cc) multiplies by the one, `MemoryController::GrowingFactor`
 * (src/heap/heap-controller.cc) takes the other in place of its own.
 */
export const keepHeapSmall = ({ node, set }: HeapHost = RUNNING): void => {
  if (Number(node.split(".")[0]) > NEWEST_TRIED) return;
  for (const setting of SETTINGS) set(setting);
};

const RUNNING: HeapHost = { node: process.versions.node, set: setFlagsFromString };
