import { heading, paint, paragraph, type Screen } from "./draw.ts";
import type { Person, Say } from "./person.ts";
import { type ClientKind, type Era, openSession } from "./session.ts";
import { type Backend, type Finding, type Show, showTools, type Stage } from "./stage.ts";

export type Demo = { screen: Screen; say: Say; person: Person; shows: readonly Show[] };

const ERAS = ["2025-11-25", "2026-07-28"] as const satisfies readonly Era[];

/** Plays every show; resolves with the number of findings that are not as they should be. */
export async function runDemo({ screen, say, person, shows }: Demo): Promise<number> {
  const wrong: Finding[] = [];
  const found = (finding: Finding): void => {
    if (!finding.asItShouldBe) wrong.push(finding);
  };
  const connect = (
    show: Show,
    kind: ClientKind,
    play: (backend: Backend, stage: Stage) => Promise<void>,
  ): Promise<void> =>
    onStage(show, kind, (backend, session) => play(backend, { screen, say, session, found }));

  say(paint(screen, "bold", "confirm-guard: a person is asked before something is done for good"));
  say(
    paragraph(
      screen,
      "All backends are made up and run on this machine; nothing else is contacted. You are the person at the client, and the model has just decided to do things that cannot be undone.",
    ),
  );

  for (const show of shows) {
    for (const era of ERAS) {
      await connect(show, { era, person }, async (backend, stage) => {
        say(heading(screen, `${stage.session.server} on protocol revision ${era}`));
        if (era === ERAS[0]) {
          say(paragraph(screen, show.introduction));
          await showTools(stage);
        }
        await backend.withPerson(stage, person);
      });
    }
    await connect(show, { era: ERAS[0], person: undefined }, async (backend, stage) => {
      say(heading(screen, `${stage.session.server} at a client that cannot show a dialog`));
      await backend.withoutDialog(stage);
      await person.pause();
    });
  }

  say(heading(screen, "Result"));
  say(
    paragraph(
      screen,
      wrong.length === 0
        ? "After each answer the calendar and the household were as they should be. Next: docs/start/calendar.md or docs/start/recipes.md."
        : `Not as it should be: ${wrong.length} times.`,
    ),
  );
  return wrong.length;
}

async function onStage(
  show: Show,
  kind: ClientKind,
  play: (backend: Backend, session: Stage["session"]) => Promise<void>,
): Promise<void> {
  const backend = await show.open();
  try {
    const session = await openSession(show.program, backend.env, kind);
    try {
      await play(backend, session);
    } finally {
      await session.close();
    }
  } finally {
    await backend.close();
  }
}
