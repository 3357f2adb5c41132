import { expect, it } from "vitest";
import { greet, sayThatItTakesTime } from "../src/terminal.ts";
import { manualClock } from "./manual-clock.ts";

const PROGRAM = { name: "a-server" };

const voice = (isTTY: boolean) => {
  const said: string[] = [];
  return { isTTY, said, write: (text: string) => said.push(text) };
};

it("tells a person at a terminal that a client program starts a server, and how it ends", () => {
  const stderr = voice(true);
  greet(PROGRAM, { stdin: { isTTY: true }, stderr });
  expect(stderr.said.join("")).toMatch(/^a-server: waiting for an MCP client on standard input;[^]*Ctrl-C/);
  for (const line of stderr.said.join("").split("\n")) expect(line.length).toBeLessThanOrEqual(80);
});

it("tells a client program nothing, whose log it would be in", () => {
  const stderr = voice(false);
  greet(PROGRAM, { stdin: {}, stderr });
  expect(stderr.said).toEqual([]);
});

it("says after two seconds that connecting takes its time, once and to persons only", async () => {
  const clock = manualClock();
  const [person, log] = [voice(true), voice(false)];
  for (const stderr of [person, log]) sayThatItTakesTime(PROGRAM, { stderr }, clock);
  await clock.advance(1_999);
  expect(person.said).toEqual([]);
  await clock.advance(60_000);
  expect(person.said).toEqual(["a-server: still connecting; this can take half a minute.\n"]);
  expect(log.said).toEqual([]);
});

it("says nothing of the sort when the answer came in time", async () => {
  const clock = manualClock();
  const stderr = voice(true);
  sayThatItTakesTime(PROGRAM, { stderr }, clock).cancel();
  await clock.advance(60_000);
  expect(stderr.said).toEqual([]);
});
