import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { openCalendar, CALDAV_MCP } from "../calendar/show.ts";
import { DELETIONS, listWeek, playDeletion } from "../calendar/scenes.ts";
import { heading, paragraph, type Screen } from "../draw.ts";
import { type Person, SCRIPT_READS_MS } from "../person.ts";
import { findPair, playMerge } from "../recipes/merge.ts";
import { MEALIE_MCP, openHousehold } from "../recipes/show.ts";
import { openSession } from "../session.ts";
import type { Finding, Opened, Stage } from "../stage.ts";
import { type Film, startCamera } from "./film.ts";
import { filmedPerson } from "./person.ts";

/** A day on which the sample's series and its dates read well; any other gives the same scenes. */
const FILMED_ON = Date.UTC(2026, 8, 14, 6);
const SCREEN: Screen = { width: 80, colour: true };
const WHY = "The model wants to delete a series. The count is the server's own arithmetic.";
const BETWEEN_SCENES_MS = 2_400;
const AT_THE_END_MS = 3_600;

/** Films two scenes of the demo: the deletion of a series (no, then yes), and a merge of two foods. */
export async function film(): Promise<Film> {
  const camera = startCamera();
  const wrong: Finding[] = [];
  const person = filmedPerson({ camera, screen: SCREEN }, ["first", "last", "last"], () =>
    pause(SCRIPT_READS_MS),
  );
  const set = {
    screen: SCREEN,
    say: camera.say,
    found: (finding: Finding): void => {
      if (!finding.asItShouldBe) wrong.push(finding);
    },
  };

  await onSet(CALDAV_MCP, await openCalendar(FILMED_ON), person, set, async (stage) => {
    const series = DELETIONS.find(({ title }) => title === "A whole series");
    if (series === undefined) throw new Error("The demo deletes no series any more.");
    await playDeletion(stage, person, { ...series, why: WHY }, await listWeek(stage));
  });
  camera.wait(BETWEEN_SCENES_MS);
  await onSet(MEALIE_MCP, await openHousehold(FILMED_ON, sameIds()), person, set, async (stage) => {
    camera.say(heading(SCREEN, "Two foods that are one"));
    camera.say(
      paragraph(SCREEN, "The model has found the same food under two names, and asks to merge them."),
    );
    const pair = await findPair(stage);
    if (pair === undefined) return;
    await playMerge(stage, pair);
  });
  camera.wait(AT_THE_END_MS);

  if (wrong.length > 0) throw new Error(wrong.map(({ sentence }) => sentence).join("\n"));
  return camera.cut();
}

async function onSet<Furnished extends Stage>(
  program: string,
  opened: Opened<Furnished>,
  person: Person,
  set: Omit<Stage, "session">,
  play: (stage: Furnished) => Promise<void>,
): Promise<void> {
  try {
    const session = await openSession(program, opened.env, { era: "2026-07-28", person });
    try {
      await play(opened.furnish({ ...set, session }));
    } finally {
      await session.close();
    }
  } finally {
    await opened.close();
  }
}

/** Ids of the usual shape (RFC 9562 §5.4) that are the same in each take. */
function sameIds(): () => string {
  let made = 0;
  return () => {
    made += 1;
    const hex = createHash("sha256").update(`recording ${made}`).digest("hex");
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
  };
}
