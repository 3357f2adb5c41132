import { setTimeout as pause } from "node:timers/promises";
import { calendarShow } from "./calendar/show.ts";
import { screenFor } from "./draw.ts";
import { personAtTerminal, SCRIPT_READS_MS, scriptedPerson, type Say } from "./person.ts";
import { recipesShow } from "./recipes/show.ts";
import { runDemo } from "./run.ts";

const screen = screenFor(process.stdout, process.env["NO_COLOR"]);
const say: Say = (text) => process.stdout.write(`${text}\n`);
// Whoever reads the output may stop early (`npm start | head`); then there is nobody left to ask.
process.stdout.on("error", () => process.exit(1));
const atTerminal = process.stdin.isTTY && process.stdout.isTTY;
const person = atTerminal
  ? personAtTerminal({
      input: process.stdin,
      output: process.stdout,
      screen,
      interrupted: () => {
        say("\nStopped. An open question counts as a no.");
        process.exit(130);
      },
    })
  : scriptedPerson(screen, say, () => pause(SCRIPT_READS_MS));

try {
  const now = Date.now();
  const shows = [calendarShow(now), recipesShow(now)];
  const wrong = await runDemo({ screen, say, person, shows });
  process.exitCode = wrong === 0 ? 0 : 1;
} catch (error) {
  process.stderr.write(`demo: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
} finally {
  person.leave();
}
