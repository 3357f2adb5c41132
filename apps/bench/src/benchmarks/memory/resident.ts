import { readFile } from "node:fs/promises";

/** Megabytes of memory that a process has now, and the most that it ever had. */
export type Resident = { now: number; peak: number };

/** Undefined where there is no /proc to read it from. */
export async function residentOf(pid: number): Promise<Resident | undefined> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [now, peak] = [megabytes(status, "VmRSS"), megabytes(status, "VmHWM")];
  return now === undefined || peak === undefined ? undefined : { now, peak };
}

export function megabytes(status: string, field: "VmRSS" | "VmHWM"): number | undefined {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(status)?.[1];
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1_024;
}
