import { callTool, initialize, type ToolCall } from "../../programs/handshake.ts";
import { type Launch, startProgram } from "../../programs/stdio-program.ts";
import { setTimeout as delay } from "node:timers/promises";
import { type Resident, residentOf } from "./resident.ts";

/** Long enough for what a start leaves to do. */
const SETTLE_MS = 1_000;

/** A program whose memory is looked at, and what it is asked again and again. */
export type Subject = { launch: Launch; call: ToolCall };

export type Course<When extends string> = Record<When | "idle", Resident>;

/** Of one process: after its start, and after so many calls in all, fewest first. */
export async function memoryCourse<When extends string>(
  { launch, call }: Subject,
  calls: Readonly<Record<When, number>>,
): Promise<Course<When> | undefined> {
  const program = startProgram(launch);
  try {
    await initialize(program);
    await delay(SETTLE_MS);
    const course: Record<string, Resident | undefined> = { idle: await residentOf(program.pid) };
    let made = 0;
    for (const [when, count] of Object.entries<number>(calls)) {
      for (; made < count; made += 1) await callTool(program, call);
      course[when] = await residentOf(program.pid);
    }
    return isWhole<When>(course) ? course : undefined;
  } finally {
    await program.stop();
  }
}

function isWhole<When extends string>(course: Record<string, Resident | undefined>): course is Course<When> {
  return Object.values(course).every((resident) => resident !== undefined);
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
