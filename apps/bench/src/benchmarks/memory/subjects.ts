import { callTool, initialize, type ToolCall } from "../../programs/handshake.ts";
import { type Launch, startProgram } from "../../programs/stdio-program.ts";
import { setTimeout as delay } from "node:timers/promises";
import { type Resident, residentOf } from "./resident.ts";

/** Long enough for what a start leaves to do. */
const SETTLE_MS = 1_000;

/** A program whose memory is looked at, and what it is asked again and again. */
export type Subject = { launch: Launch; call: ToolCall };

export type Course = { idle: Resident; early: Resident; late: Resident };

/** Of one process: after its start, after some calls, and after many. */
export async function memoryCourse(
  { launch, call }: Subject,
  { early, late }: { early: number; late: number },
): Promise<Course | undefined> {
  const program = startProgram(launch);
  const look = () => residentOf(program.pid);
  const repeat = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await callTool(program, call);
  };
  try {
    await initialize(program);
    await delay(SETTLE_MS);
    const idle = await look();
    await repeat(early);
    const afterSome = await look();
    await repeat(late - early);
    const afterMany = await look();
    if (idle === undefined || afterSome === undefined || afterMany === undefined) return undefined;
    return { idle, early: afterSome, late: afterMany };
  } finally {
    await program.stop();
  }
}

/** The most that a process ever had, once it has answered one call. */
export async function peakOfOneCall({ launch, call }: Subject): Promise<number | undefined> {
  const program = startProgram(launch);
  try {
    await initialize(program);
    await callTool(program, call);
    return (await residentOf(program.pid))?.peak;
  } finally {
    await program.stop();
  }
}
