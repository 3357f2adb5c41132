import { paint, paragraph, type Screen, wrap } from "./draw.ts";
import type { Person, Say } from "./person.ts";
import type { Answer, Session } from "./session.ts";

/** What was seen in the backend after a call, and whether it is what the answer to the question allows. */
export type Finding = { asItShouldBe: boolean; sentence: string };

/** What every scene needs: the screen and the connection. */
export type Stage = {
  screen: Screen;
  say: Say;
  session: Session;
  /** Counts the findings that are not as they should be. */
  found: (finding: Finding) => void;
};

/** A made-up backend in this process, and the scenes that are played on it. Each connection gets a fresh one. */
export type Backend = {
  /** The settings with which the program reaches it. */
  env: Record<string, string>;
  withPerson(stage: Stage, person: Person): Promise<void>;
  /** With a client that cannot show a dialog. */
  withoutDialog(stage: Stage): Promise<void>;
  close(): Promise<void>;
};

/** A backend that runs, and what its scenes need beside the stage: a way to look into it. */
export type Opened<Furnished extends Stage> = Pick<Backend, "env" | "close"> & {
  furnish: (stage: Stage) => Furnished;
};

/** One program that is shown. */
export type Show = {
  introduction: string;
  /** The built program, started once for each connection. */
  program: string;
  open(): Promise<Backend>;
};

export async function showTools({ screen, say, session }: Stage): Promise<void> {
  const tools = await session.tools();
  const asking = tools.filter(({ asks }) => asks).map(({ name }) => name);
  say(
    paragraph(screen, `${session.server} offers ${tools.length} tools. These ${asking.length} ask a person:`),
  );
  say(paint(screen, "yellow", paragraph(screen, asking.join(", "), 2)));
}

/** What the model gets to read. */
export function report({ screen, say, session }: Stage, answer: Answer): void {
  say(paint(screen, "dim", `\n  ${session.server} answers the model:`));
  say(`${paragraph(screen, answer.text, 4)}\n`);
}

export function judge({ screen, say, found }: Stage, finding: Finding): void {
  const mark = finding.asItShouldBe ? paint(screen, "green", "✓") : paint(screen, "red", "✗");
  const [first = "", ...rest] = wrap(finding.sentence, screen.width - 4);
  say([`  ${mark} ${first}`, ...rest.map((line) => `    ${line}`)].join("\n"));
  found(finding);
}

/** A dialog must have been shown, and none of these texts, which stand in the backend, may stand in it. */
export function silence(
  message: string | undefined,
  backend: { name: string; texts: readonly string[] },
): Finding {
  if (message === undefined) return { asItShouldBe: false, sentence: "No question came." };
  const quoted = backend.texts.some((text) => text !== "" && message.includes(text));
  return {
    asItShouldBe: !quoted,
    sentence: quoted
      ? `The question quotes the ${backend.name}.`
      : `The question: no text of the ${backend.name} stands in it.`,
  };
}

/** Whether the last call was answered with a yes; a closed dialog is none. */
export function saidYes(session: Session): boolean {
  return session.lastQuestion()?.choice?.startsWith("Yes") === true;
}

/** What the two-call token stands in, when the first call has given one. */
export function tokenIn(text: string): string | undefined {
  return /confirm_token "([\w-]{16,128})"/.exec(text)?.[1];
}
