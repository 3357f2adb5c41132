import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, scriptedPerson } from "confirm-guard/testing";
import { startSandbox } from "sandbox";
import { describe, expect, it } from "vitest";
import { startCaldavMcp } from "../servers/caldav-mcp.ts";

const page = readFileSync(new URL("../../../../docs/start/calendar.md", import.meta.url), "utf8");

/** The printed samples of the page. */
const samples = [...page.matchAll(/^```text\n(.*?)^```$/gms)].map(([, text = ""]) => text);

const sampleWith = (words: string): string => samples.find((text) => text.includes(words)) ?? "";

async function output(flag: string, env: Record<string, string>, command: string[]): Promise<string> {
  const child = spawn(process.execPath, [...command, flag], { env, stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(child, "close");
  return said;
}

describe("docs/start/calendar.md", () => {
  it("shows what --check says", async () => {
    const sandbox = await startSandbox();
    try {
      const { args, env } = startCaldavMcp(sandbox, { env: { CALDAV_TIMEZONE: "Europe/Berlin" } });
      const said = await output("--check", env, args);
      expect(sampleWith("Local times:")).toBe(
        said.replaceAll(new URL(sandbox.url).origin, "https://dav.example.org"),
      );
    } finally {
      await sandbox.close();
    }
  });

  it("shows lines of --tools", async () => {
    const said = await output("--tools", {}, startCaldavMcp({ url: "", user: "", password: "" }).args);
    for (const line of sampleWith("asks    ").trimEnd().split("\n")) expect(said.split("\n")).toContain(line);
  });

  it("shows the first question of the demo", async () => {
    const { command, args } = startCaldavMcp({ url: "", user: "", password: "" });
    const person = scriptedPerson(["no"]);
    const connection = await connect(
      { command, args: [...args, "--demo"], env: {} },
      { era: "2026", person },
    );
    try {
      const found = await connection.callTool("search_events", { query: "Dentist" });
      const [row] = (found.structuredContent as { events: { id: string }[] }).events;
      await connection.callTool("delete_event", { id: row?.id });
    } finally {
      await connection.close();
    }
    const [question] = person.questions;
    expect(undated(sampleWith("delete an event").trimEnd())).toBe(undated(question?.message ?? ""));
    for (const choice of question?.choices ?? ["no question"]) expect(page).toContain(`"${choice}"`);
  });
});

/** Dates and ports differ from run to run. */
function undated(question: string): string {
  return question
    .replace(/Starts on: .* \(/, "Starts on: … (")
    .replace(/Account: 127\.0\.0\.1:\d+/, "Account: 127.0.0.1:…")
    .trimEnd();
}
