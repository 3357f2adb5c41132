import { createInterface } from "node:readline/promises";
import { box, paint, paragraph, type Screen } from "./draw.ts";

/** A question as the client got it: who asks, what, and the choices in the order of the server. */
export type Dialog = { server: string; message: string; choices: readonly string[] };

/** Somebody who answers dialogs. `undefined` means that the dialog was closed without an answer. */
export type Person = {
  /** How often each question of the demo is put: a script answers no, then yes. */
  readonly rounds: number;
  answer(dialog: Dialog): Promise<string | undefined>;
  /** Waits until the person has read what is on the screen. */
  pause(): Promise<void>;
  leave(): void;
};

/** The guard takes an answer within 300 ms for one that nobody gave. */
export const SCRIPT_READS_MS = 350;

export type Say = (text: string) => void;

/** Draws each dialog and reads a number from the terminal. Enter or Ctrl-D closes the dialog; Ctrl-C ends the demo. */
export function personAtTerminal(streams: {
  input: NodeJS.ReadableStream;
  output: NodeJS.WritableStream;
  screen: Screen;
  interrupted(): void;
}): Person {
  const { input, output, screen } = streams;
  const say: Say = (text) => output.write(`${text}\n`);
  // Without a history: the up-arrow must not bring back a yes that was typed for another question.
  const lines = createInterface({ input, output, terminal: true, historySize: 0 });
  lines.on("SIGINT", () => streams.interrupted());
  let open = true;
  const closed = new Promise<undefined>((resolve) => {
    lines.once("close", () => {
      open = false;
      resolve(undefined);
    });
  });
  // A question that nobody can answer any more would otherwise wait for ever.
  const ask = (prompt: string): Promise<string | undefined> =>
    open ? Promise.race([lines.question(prompt), closed]) : Promise.resolve(undefined);

  return {
    rounds: 1,
    async answer(dialog) {
      say(drawDialog(screen, dialog));
      for (;;) {
        const typed = (await ask(promptOf(dialog)))?.trim();
        if (typed === undefined || typed === "") return undefined;
        const choice = /^\d+$/.test(typed) ? dialog.choices[Number(typed) - 1] : undefined;
        if (choice !== undefined) return choice;
        say("  That is not one of the numbers.");
      }
    },
    async pause() {
      await ask(paint(screen, "dim", "  Enter to go on "));
    },
    leave: () => lines.close(),
  };
}

/**
 * Answers no to each question and yes when it is put again, and shows both on the screen.
 *
 * @param reading - awaited before each answer: one that comes at once counts as nobody's
 */
export function scriptedPerson(screen: Screen, say: Say, reading: () => Promise<void>): Person {
  let asked = 0;
  return {
    rounds: 2,
    async answer(dialog) {
      asked += 1;
      const choice = asked % 2 === 1 ? dialog.choices[0] : dialog.choices.at(-1);
      say(drawDialog(screen, dialog));
      await reading();
      say(paragraph(screen, `(from the script) ${choice ?? "closed"}`, 2));
      return choice;
    },
    pause: () => Promise.resolve(),
    leave: () => {},
  };
}

/** What the person at the terminal types behind. */
export function promptOf(dialog: Dialog): string {
  return `  Type 1 to ${dialog.choices.length}, or Enter to close the dialog: `;
}

export function drawDialog(screen: Screen, dialog: Dialog): string {
  const choices = dialog.choices.map((choice, index) => `  ${index + 1}  ${choice}`);
  return box(screen, `${dialog.server} asks`, [...dialog.message.split("\n"), "", ...choices]);
}
