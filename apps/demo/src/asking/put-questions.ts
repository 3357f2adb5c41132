import type { Dialog, Person } from "../person.ts";
import { openSession, type Session } from "../session.ts";
import type { Asked, AskingTool } from "./page.ts";

/** The program, its settings, and what its backend is called in a question: its address differs from run to run. */
export type Asking = { program: string; env: Record<string, string>; address: string; shownAs: string };

/**
 * Makes every call and closes each dialog without an answer, so that nothing is changed.
 *
 * @param situations - gets the session, to look up the ids that the calls need
 * @returns what was asked, and the names of all tools that ask
 * @throws Error when a call leads to no dialog; a server asks at most 20 questions in 10 minutes
 */
export async function putQuestions(
  asking: Asking,
  situations: (session: Session) => Promise<readonly AskingTool[]>,
): Promise<{ asked: readonly Asked[]; asking: readonly string[] }> {
  const session = await openSession(asking.program, asking.env, { era: "2025-11-25", person: CLOSES_EACH });
  try {
    const asked: Asked[] = [];
    for (const tool of await situations(session)) {
      asked.push({ ...tool, dialogs: await dialogsOf(tool, asking, session) });
    }
    const tools = await session.tools();
    return { asked, asking: tools.filter(({ asks }) => asks).map(({ name }) => name) };
  } finally {
    await session.close();
  }
}

async function dialogsOf(
  { tool, situations }: AskingTool,
  { address, shownAs }: Asking,
  session: Session,
): Promise<Dialog[]> {
  const dialogs: Dialog[] = [];
  for (const { title, args } of situations) {
    const { text } = await session.call(tool, args);
    const dialog = session.lastQuestion()?.dialog;
    if (dialog === undefined) throw new Error(`${tool}, ${title}: nobody was asked. ${text}`);
    dialogs.push({ ...dialog, message: dialog.message.replaceAll(address, shownAs) });
  }
  return dialogs;
}

const CLOSES_EACH: Person = {
  rounds: 1,
  answer: () => Promise.resolve(undefined),
  pause: () => Promise.resolve(),
  leave: () => undefined,
};
