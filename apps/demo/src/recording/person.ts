import type { Screen } from "../draw.ts";
import { type Dialog, drawDialog, type Person, promptOf } from "../person.ts";
import type { Camera } from "./film.ts";

/** Which choice of a dialog is taken: the first one is always the one that does nothing. */
export type Taken = "first" | "last";

const BEFORE_A_DIALOG_MS = 1_800;
const READS_MS = 3_600;
const AFTER_TYPING_MS = 600;

/**
 * Somebody who sits at a filmed terminal and reads each question for a while.
 *
 * @param script - one choice for each question
 * @param reading - awaited before each answer: one that comes at once counts as nobody's
 */
export function filmedPerson(
  { camera, screen }: { camera: Camera; screen: Screen },
  script: readonly Taken[],
  reading: () => Promise<void>,
): Person {
  let asked = 0;
  let answeredAt = 0;
  return {
    rounds: 2,
    async answer(dialog) {
      const taken = script[asked];
      if (taken === undefined) throw new Error("The script of the recording has no answer to this question.");
      asked += 1;
      camera.wait(BEFORE_A_DIALOG_MS);
      camera.say(drawDialog(screen, asFilmed(dialog, camera.now() - answeredAt)));
      camera.say(promptOf(dialog));
      await reading();
      camera.wait(READS_MS);
      answeredAt = camera.now();
      const choice = dialog.choices.at(taken === "first" ? 0 : -1);
      camera.type(String(taken === "first" ? 1 : dialog.choices.length));
      camera.wait(AFTER_TYPING_MS);
      return choice;
    },
    pause: () => Promise.resolve(),
    leave: () => {},
  };
}

/**
 * Two things in a question differ from take to take: the port that the made-up server got, and how long ago the last answer
 * was, which has to be told in the time of the film.
 */
export function asFilmed(dialog: Dialog, sinceAnswerMs: number): Dialog {
  const message = dialog.message
    .replaceAll(/\b127\.0\.0\.1:\d+/g, "127.0.0.1:8080")
    .replaceAll(
      /^You said no to this \d+ s ago\./gm,
      `You said no to this ${Math.round(sinceAnswerMs / 1000)} s ago.`,
    );
  return { ...dialog, message };
}
