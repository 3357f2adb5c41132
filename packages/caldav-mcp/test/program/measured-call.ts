import type { Connection, ReceivedResult } from "confirm-guard/testing";

/** Times in milliseconds, as a machine takes them that has nothing else to do. */
export type Measured = { result: ReceivedResult; tookMs: number; longestPingMs: number };

/** One call, once the account is found, and pings as long as it runs. */
export async function measuredCall(
  connection: Connection,
  tool: string,
  args: Record<string, unknown>,
): Promise<Measured> {
  await connection.callTool("list_calendars");
  const before = slowness();
  const asked = performance.now();
  const done = new AbortController();
  const calling = connection.callTool(tool, args).finally(() => done.abort());
  let longestPing = 0;
  do {
    const pinged = performance.now();
    await connection.listTools();
    longestPing = Math.max(longestPing, performance.now() - pinged);
  } while (!done.signal.aborted);
  const result = await calling;
  const took = performance.now() - asked;
  const busy = Math.max(before, slowness());
  return { result, tookMs: took / busy, longestPingMs: longestPing / busy };
}

/** How many times longer than alone this process takes for its work, on a machine that is busy with other things. */
function slowness(): number {
  const [wall, cpu] = [performance.now(), process.cpuUsage()];
  while (performance.now() - wall < 300) Math.sqrt(performance.now());
  const { user, system } = process.cpuUsage(cpu);
  return Math.max(1, (performance.now() - wall) / ((user + system) / 1000));
}
