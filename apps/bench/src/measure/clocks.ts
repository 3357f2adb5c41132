/**
 * Milliseconds of processor time that this process has used, all threads together. For work that waits for nothing it says
 * what a clock says on a calm machine, and on a busy one it leaves out the time that others had.
 */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
