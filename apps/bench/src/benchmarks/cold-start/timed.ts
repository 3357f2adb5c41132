import { type Contestant, interleave } from "../../measure/interleave.ts";
import { type Spread, spreadOf } from "../../measure/spread.ts";
import { discover, initialize, listTools } from "../../programs/handshake.ts";
import { type Launch, startProgram, type StdioProgram } from "../../programs/stdio-program.ts";
import type { Start } from "./starts.ts";

const ROUNDS = 11;

/** Spawn to answer, in milliseconds; `tools/list` follows `initialize` in the same process. */
export type Times = {
  initialize: (name: string) => Spread;
  discover: (name: string) => Spread;
  list: (name: string) => Spread;
};

export async function timed(starts: readonly Start[]): Promise<Times> {
  const listed = new Map<string, number[]>(starts.map(({ name }) => [name, []]));
  const greeted = await interleave(
    starts.map(({ name, launch, asks }): Contestant => ({
      name,
      run: () =>
        started(launch, async (program, since) => {
          await initialize(program);
          const answered = since();
          if (asks.includes("tools/list")) {
            await listTools(program);
            listed.get(name)?.push(since());
          }
          return answered;
        }),
    })),
    { rounds: ROUNDS },
  );
  const discovered = await interleave(
    starts
      .filter(({ asks }) => asks.includes("server/discover"))
      .map(({ name, launch }): Contestant => ({
        name,
        run: () =>
          started(launch, async (program, since) => {
            await discover(program);
            return since();
          }),
      })),
    { rounds: ROUNDS },
  );
  return {
    initialize: greeted,
    discover: discovered,
    // The first one was the warm-up.
    list: (name) => spreadOf((listed.get(name) ?? []).slice(1)),
  };
}

async function started(
  launch: () => Promise<Launch>,
  use: (program: StdioProgram, since: () => number) => Promise<number>,
): Promise<number> {
  const ready = await launch();
  const start = performance.now();
  const program = startProgram(ready);
  try {
    return await use(program, () => performance.now() - start);
  } finally {
    await program.stop();
  }
}
