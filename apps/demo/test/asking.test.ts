import { fileURLToPath } from "node:url";
import { type CalendarSetup, sampleHousehold, startStandIn } from "sandbox";
import { expect, it, onTestFinished } from "vitest";
import { calendarSituations, DESTINATION } from "../src/asking/calendar.ts";
import { householdSituations } from "../src/asking/household.ts";
import { askingPage } from "../src/asking/page.ts";
import { type Asking, putQuestions } from "../src/asking/put-questions.ts";
import { openSampleCalendar } from "../src/calendar/sample.ts";
import { dayOf, SAMPLE_ZONE } from "../src/days.ts";

/** A Monday morning. Dates and times in the pages are around it. */
const NOW = Date.parse("2026-09-14T07:00:00Z");

const CALENDARS: CalendarSetup[] = [
  { name: "events", components: ["VEVENT"] },
  { name: DESTINATION, components: ["VEVENT"] },
  { name: "tasks", components: ["VTODO"] },
  { name: "journal", components: ["VJOURNAL"] },
  { name: "room", components: ["VEVENT"], readOnly: true },
  { name: "holidays", components: ["VEVENT"], readOnly: true },
];

/** The built program, with a clock that stands still. */
function asking(name: string, url: string, settings: Record<string, string>): Asking {
  const clock = new URL("fixed-clock.ts", import.meta.url);
  return {
    program: fileURLToPath(import.meta.resolve(`${name}/dist/cli.js`)),
    env: { ...settings, FIXED_NOW: String(NOW), NODE_OPTIONS: `--import=${clock.href}` },
    address: new URL(url).host,
    shownAs: name === "caldav-mcp" ? "dav.example.org" : "mealie.example.org",
  };
}

it("the page about caldav-mcp shows what each of its asking tools asks", async () => {
  const calendar = await openSampleCalendar(NOW, { calendars: CALENDARS, scheduling: "on" });
  onTestFinished(() => calendar.close());
  const before = calendar.store.list().map((path) => calendar.store.get(path));
  const { asked, asking: askingTools } = await putQuestions(
    asking("caldav-mcp", calendar.url, {
      CALDAV_URL: calendar.url,
      CALDAV_USERNAME: calendar.user,
      CALDAV_PASSWORD: calendar.password,
      CALDAV_TIMEZONE: SAMPLE_ZONE,
    }),
    (session) => calendarSituations(session, NOW),
  );
  expect(calendar.store.list().map((path) => calendar.store.get(path))).toEqual(before);
  expect(asked.map(({ tool }) => tool).toSorted()).toEqual(askingTools.toSorted());
  const page = askingPage(
    {
      server: "caldav-mcp",
      backend: "the entry",
      sample: "a made-up calendar",
      rules: [
        "No text of the calendar is in a question: no title, no place, no names. Dates and numbers are, read or counted by the server.",
        "What the caller (the model) has supplied stands under a heading of its own, escaped.",
      ],
    },
    asked,
  );
  await expect(page).toMatchFileSnapshot("../../../docs/asking/caldav-mcp.md");
});

it("the page about mealie-mcp shows what each of its asking tools asks", async () => {
  const state = sampleHousehold(dayOf(NOW), countedIds());
  const [recipe] = state.recipes;
  state.shares.push({
    id: "7d0c1f2a-5b6e-4c3d-9a8b-1e2f3a4b5c6d",
    recipeId: recipe?.id ?? "",
    createdAt: `${dayOf(NOW, -3)}T08:00:00.000Z`,
    expiresAt: `${dayOf(NOW, 27)}T08:00:00.000Z`,
  });
  const mealie = await startStandIn({ state, clock: () => NOW });
  onTestFinished(() => mealie.close());
  const { asked, asking: askingTools } = await putQuestions(
    asking("mealie-mcp", mealie.url, {
      MEALIE_URL: mealie.url,
      MEALIE_API_TOKEN: mealie.token,
      MEALIE_TIMEZONE: SAMPLE_ZONE,
    }),
    () => Promise.resolve(householdSituations(mealie.state, NOW)),
  );
  expect(mealie.requests.filter(({ method }) => method !== "GET")).toEqual([]);
  expect(asked.map(({ tool }) => tool).toSorted()).toEqual(askingTools.toSorted());
  const page = askingPage(
    {
      server: "mealie-mcp",
      backend: "the household",
      sample: "a made-up household",
      rules: [
        "No text of the household is in a question: no name, no slug, no comment. Ids, dates and numbers are, read or counted by the server.",
      ],
    },
    asked,
  );
  await expect(page).toMatchFileSnapshot("../../../docs/asking/mealie-mcp.md");
});

/** Ids that look like Mealie's and are the same in each run. */
function countedIds(): () => string {
  let count = 0;
  return () => {
    count += 1;
    const hex = ((count * 2_654_435_761) % 2 ** 32).toString(16).padStart(8, "0");
    return `${hex}-${hex.slice(4)}-4${hex.slice(1, 4)}-8${hex.slice(5)}-${hex}${hex.slice(0, 4)}`;
  };
}
