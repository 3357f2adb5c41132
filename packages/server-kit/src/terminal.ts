import { type Clock, systemClock, type Timer } from "./clock.ts";
import { hanging } from "./wrap.ts";

/** What is used of a stream to tell whether a person sits there. */
type Seat = { isTTY?: boolean };

type Voice = Seat & { write(text: string): unknown };

/** Before this, nobody wonders. */
const SILENCE_MS = 2_000;

/** A client program starts a server with pipes; at a terminal it is a person who looks what happens. */
export const greet = (
  { name }: { name: string },
  { stdin, stderr }: { stdin: Seat; stderr: Voice },
): void => {
  if (stdin.isTTY !== true) return;
  const hint = `waiting for an MCP client on standard input; a client program starts this by itself. ${name} --check tries the settings, --help explains them, Ctrl-C ends.`;
  stderr.write(`${hanging(`${name}: ${hint}`).join("\n")}\n`);
};

/** Tells a person at a terminal why nothing is printed; whoever has the answer cancels it. */
export const sayThatItTakesTime = (
  { name }: { name: string },
  { stderr }: { stderr: Voice },
  clock: Clock = systemClock,
): Timer =>
  clock.after(SILENCE_MS, () => {
    if (stderr.isTTY === true) stderr.write(`${name}: still connecting; this can take half a minute.\n`);
  });
