import type { Sandbox } from "sandbox";
import type { Finding, Objects } from "./calendar.ts";
import { heading, paint, paragraph, type Screen } from "./draw.ts";
import type { Person, Say } from "./person.ts";
import { DELETIONS, listWeek, playDeletion, playToken, showTools, showWeek, type Stage } from "./scenes.ts";
import { SAMPLE_ZONE } from "./sample.ts";
import { openSession, type ClientKind, type Era } from "./session.ts";

export type Demo = {
  screen: Screen;
  say: Say;
  person: Person;
  /** The built caldav-mcp, started once for each part. */
  program: string;
  /** Unix milliseconds; the listing begins here. */
  now: number;
  /** A fresh calendar for each part. */
  openCalendar(): Promise<Sandbox>;
};

/** Plays all three parts; resolves with the number of findings that are not as they should be. */
export async function runDemo(demo: Demo): Promise<number> {
  const { screen, say, person } = demo;
  const wrong: Finding[] = [];
  const found = (finding: Finding): void => {
    if (!finding.asItShouldBe) wrong.push(finding);
  };
  say(paint(screen, "bold", "confirm-guard: a person is asked before something is deleted"));
  say(
    paragraph(
      screen,
      "A made-up calendar runs on this machine; nothing else is contacted. You are the person at the client, and the model has just decided to delete things.",
    ),
  );

  for (const era of ["2025-11-25", "2026-07-28"] satisfies Era[]) {
    say(heading(screen, `Protocol revision ${era}`));
    await withStage(demo, { era, person }, found, async (stage) => {
      if (era === "2025-11-25") await showTools(stage);
      await showWeek(stage, "The coming week:");
      for (const deletion of DELETIONS) await playDeletion(stage, person, deletion, await listWeek(stage));
      await showWeek(stage, "The same week after your answers:");
    });
  }

  say(heading(screen, "A client that cannot show a dialog"));
  await withStage(demo, { era: "2025-11-25", person: undefined }, found, async (stage) => {
    const [deletion] = DELETIONS;
    if (deletion !== undefined) await playToken(stage, deletion, await listWeek(stage));
  });

  say(heading(screen, "Result"));
  say(
    wrong.length === 0
      ? paragraph(screen, "After each answer the calendar was as it should be.")
      : paragraph(screen, `The calendar was not as it should be ${wrong.length} times.`),
  );
  return wrong.length;
}

async function withStage(
  demo: Demo,
  kind: ClientKind,
  found: Stage["found"],
  play: (stage: Stage) => Promise<void>,
): Promise<void> {
  const calendar = await demo.openCalendar();
  try {
    const session = await openSession(demo.program, environment(calendar), kind);
    try {
      await play({
        screen: demo.screen,
        say: demo.say,
        session,
        objects: () => objectsIn(calendar),
        now: demo.now,
        found,
      });
    } finally {
      await session.close();
    }
  } finally {
    await calendar.close();
  }
}

function environment(calendar: Sandbox): Record<string, string> {
  return {
    CALDAV_URL: calendar.url,
    CALDAV_USERNAME: calendar.user,
    CALDAV_PASSWORD: calendar.password,
    CALDAV_ALLOW_PLAINTEXT: "true",
    CALDAV_TIMEZONE: SAMPLE_ZONE,
  };
}

function objectsIn({ store }: Sandbox): Objects {
  return new Map(
    store.list().map((path) => [path.slice(path.lastIndexOf("/") + 1), store.get(path)?.text ?? ""]),
  );
}
