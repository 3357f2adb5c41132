import { spawn } from "node:child_process";
import { once } from "node:events";
import { cliOf, type Program } from "../programs.ts";

export type Started = {
  args: readonly string[];
  env: Readonly<Record<string, string>>;
};

export type Ended = { code: number | null; stdout: string; stderr: string };

/** Starts a program with nobody at its input, and waits for its end. */
export async function run(program: Program, { args, env }: Started): Promise<Ended> {
  const child = spawn(process.execPath, [cliOf(program), ...args], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, stdout, stderr };
}
