import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { figure, type PackageName, rowsUnder, type Unit } from "./figure.ts";

const PAGE = readFileSync(
  fileURLToPath(new URL("../../../../docs/security/cost.md", import.meta.url)),
  "utf8",
);

type Cell = () => string;

const from =
  (name: PackageName) =>
  (pattern: RegExp, unit: Unit = "count"): Cell =>
  () =>
    figure(name, pattern, unit);

const kit = from("server-kit");
const guard = from("confirm-guard");
const caldav = from("caldav-mcp");
const mealie = from("mealie-mcp");
const none: Cell = () => "–";
const both = (cell: Cell): [Cell, Cell] => [cell, cell];

/** Where each figure of the page comes from, by the first cell of its row. */
const FIGURES = new Map<string, readonly Cell[]>([
  [
    "Time for a request",
    [kit(/options\.timeoutMs \?\? ([\d_]+)/, "s"), mealie(/limits\.requestMs \?\? ([\d_]+)/, "s")],
  ],
  [
    "Time for a request for which Mealie fetches or reads something",
    [none, mealie(/const SLOW_MS = ([\d_]+)/, "s")],
  ],
  ["Requests on their way at once", both(kit(/options\.inFlight \?\? (\d+)/))],
  [
    "Largest answer to a query",
    [caldav(/multistatus: (\d+ \* MIB)/, "MiB"), mealie(/const MAX_BODY = ([\d_ *]+);/, "MiB")],
  ],
  ["Largest single entry", [caldav(/entry: (\d+ \* MIB)/, "MiB"), none]],
  ["What is read of the text of an error", both(kit(/options\.errorCeiling \?\? ([\d *]+)/, "KiB"))],
  [
    "What is read of the answer to a write",
    [caldav(/const MAX_WRITE_ANSWER = ([\d_]+)/, "KiB"), mealie(/const MAX_BODY = ([\d_ *]+);/, "MiB")],
  ],
  ["Redirects that a read follows", [kit(/options\.maxRedirects \?\? (\d+)/), mealie(/maxRedirects: (\d+)/)]],
  ["Further tries of a read", both(kit(/const MAX_RETRIES = (\d+)/))],
  ["Shortest pause before a further try", both(kit(/const LEAST_PAUSE_MS = ([\d_]+)/, "ms"))],
  ["Pause where the server does not say how long", [none, mealie(/retryPauseMs: ([\d_]+)/, "s")]],
  ["Rest after refused credentials", both(kit(/options\.refusalMemoMs \?\? ([\d_]+)/, "s"))],

  ["Own work of a call", both(kit(/\bms = (30_000)/, "s"))],
  ["Text of a result", both(guard(/const TEXT_CEILING = ([\d_]+)/, "characters"))],
  ["Text read of one foreign field", both(guard(/const FIELD_UNITS = ([\d_]+)/, "characters"))],
  [
    "Rows of a page, where asked for",
    [
      caldav(/export const limit = z\.number\(\)\.int\(\)\.min\(1\)\.max\((\d+)\)/),
      mealie(/function perPage\([^]*?\.max\((\d+)\)/),
    ],
  ],
  [
    "Rows of a page of events, tasks or journals, unless set",
    [caldav(/"CALDAV_MAX_EVENTS", \{ min: 1, max: 500, fallback: (\d+)/), none],
  ],
  ["Rows of a page of `search_recipes`, unless asked for", [none, mealie(/const PER_PAGE = (25);/)]],
  ["Items shown of each list by `list_shopping_lists`", [none, mealie(/const SHOWN = (\d+);/)]],
  ["Rows that one call collects before it shows a page", [kit(/\brecords = (5_000)/), none]],
  [
    "Entries asked for at once, where the answer with all of them is too large",
    [caldav(/const MOST_IN_A_PART = (\d+)/), none],
  ],
  ["Text that one call reads in such parts", [caldav(/inParts: (\d+ \* MIB)/, "MiB"), none]],
  ["Time to work out one series", [caldav(/options\.perEntryMs \?\? ([\d_]+)/, "ms"), none]],
  ["Time to work out all series of a call", [caldav(/options\.totalMs \?\? ([\d_]+)/, "s"), none]],
  ["Occurrences of one series", [caldav(/options\.maxOccurrences \?\? ([\d_]+)/), none]],
  ["Window of `list_events`", [caldav(/listing: "events", .*longestDays: ([\d_]+)/, "days"), none]],
  ["Window of `get_free_busy`", [caldav(/listing: "get_free_busy", .*longestDays: ([\d_]+)/, "days"), none]],
  ["Window of `search_events`", [caldav(/listing: LISTING, .*longestDays: ([\d_]+)/, "days"), none]],
  ["Busy times in an answer", [caldav(/const MOST = (500);/), none]],
  ["Calendars of an account", [caldav(/const MAX_CALENDARS = (\d+)/), none]],
  [
    "How long the account's calendars are remembered",
    [caldav(/const FIVE_MINUTES_MS = ([\d_]+)/, "min"), none],
  ],

  [
    "Entries in one deletion",
    [caldav(/const entryIds = z\s*\.array\(id\)\s*\.min\(1\)\s*\.max\((\d+)\)/), none],
  ],
  [
    "Shopping list items in one deletion or change",
    [none, mealie(/const itemIds = z\s*\.array\(z\.guid\(\)\)\s*\.min\(1\)\s*\.max\((\d+)\)/)],
  ],
  ["Title of an entry", [caldav(/summary: (1_000),/, "characters"), none]],
  ["Description of an entry", [caldav(/description: (100_000),/, "characters"), none]],
  ["Ingredients of a recipe", [none, mealie(/ingredients: z\s*\.array\([^)]*\)+\s*\.max\((\d+)\)/)]],
  ["Steps of a recipe", [none, mealie(/instructions: z\s*\.array\([^]*?\)\s*\.max\((\d+)\)/)]],
  ["Description of a recipe", [none, mealie(/description: writtenText\(([\d_]+)\)\.nullable/, "characters")]],
  [
    "Lines for `parse_ingredients`",
    [none, mealie(/ingredients: z\.array\(z\.string\(\)[^\n]*\.min\(1\)\.max\((\d+)\)/)],
  ],
  ["Requests that one `parse_ingredients` may make", [none, mealie(/const MAX_REQUESTS = (\d+)/)]],
  ["Pasted page or JSON", [none, mealie(/const MAX_DOCUMENT = ([\d_ *]+);/, "characters")]],
  ["Hosts that are looked up in it", [none, mealie(/const MAX_NAMES = (\d+)/)]],
  ["Picture to be read", [none, mealie(/const MAX_IMAGE = ([\d_ *]+);/, "MiB")]],
  ["Address of a page", [none, mealie(/const MAX_LENGTH = (2_048);/, "characters")]],
  ["Id of an entry", [caldav(/const MAX_ENTRY_ID_LENGTH = ([\d_]+)/, "characters"), none]],
  ["Cursor", [caldav(/const MAX_CURSOR_LENGTH = ([\d_]+)/, "characters"), none]],

  ["Depth of XML", [caldav(/const MAX_DEPTH = (64);/)]],
  ["Elements of XML", [caldav(/const MAX_ELEMENTS = ([\d_]+)/)]],
  ["Entries in one answer", [caldav(/const MAX_RESPONSES = ([\d_]+)/)]],
  ["One calendar object", [caldav(/const MAX_DOCUMENT_CHARACTERS = ([\d_]+)/, "characters")]],
  ["Lines of a calendar object", [caldav(/const MAX_LINES = ([\d_]+)/)]],
  ["Depth of its components", [caldav(/const MAX_DEPTH = (16);/)]],
  ["Components", [caldav(/const MAX_COMPONENTS = ([\d_]+)/)]],
  ["Rules of one component", [caldav(/const MAX_RULES = (16);/)]],
  ["Single dates of one component", [caldav(/const MAX_DATES = (20_000);/)]],

  ["How long a question may rest", [guard(/options\.answerWithinMs \?\? (\d+ \* MINUTE_MS)/, "min")]],
  ["How long a two-call token waits", [guard(/options\.tokenTtlMs \?\? (\d+ \* MINUTE_MS)/, "min")]],
  ["Open questions at once, for one client (2025 revisions)", [guard(/openQuestions: (\d+),/)]],
  ["Questions in 10 minutes, for one client", [guard(/questionsPer10Min: (\d+),/)]],
  ["Noes to one thing in 10 minutes until nobody is asked again", [guard(/declines: (\d+),/)]],
  [
    "Questions in one call, when the thing changes meanwhile",
    [guard(/const MAX_QUESTIONS_PER_CALL = (\d+)/)],
  ],
  ["Sign of life while a question waits, every", [guard(/const WAITING_EVERY_MS = ([\d_]+)/, "s")]],
  ["An answer faster than this is taken for no person's", [guard(/const READING_MS = (\d+)/, "ms")]],
  ["Text of a question", [guard(/const MAX_MESSAGE_BYTES = ([\d_]+)/, "bytes")]],
  ["Sealed state that a client brings back", [guard(/const MAX_STATE_CHARS = ([\d_]+)/, "characters")]],
  ["Open questions of all clients together", [guard(/pending: ([\d_]+),/)]],
  ["Open tokens of one client", [guard(/const MAX_PENDING_TOKENS = ([\d_]+)/)]],

  ["File of a secret", [kit(/const MAX_FILE = ([\d *]+);/, "KiB")]],
  [
    "Time in which further writes of an approved set begin after the process was told to end",
    [kit(/const ENDING_MS = ([\d_]+)/, "s")],
  ],
]);

describe("the page on what a call may cost", () => {
  const rows = rowsUnder(PAGE, "bound");

  it.each(rows)("takes %s from the sources", (bound, ...cells) => {
    const wanted = FIGURES.get(bound ?? "");
    expect(cells).toEqual(wanted?.map((cell) => cell()));
  });

  it("has a row for each figure, once", () => {
    expect(rows.map(([bound]) => bound)).toEqual([...FIGURES.keys()]);
  });
});

describe("a figure", () => {
  it("is read from the sources and written with its unit", () => {
    expect(figure("server-kit", /const MAX_FILE = ([\d *]+);/, "KiB")).toBe("64 KiB");
  });

  it("that stands nowhere, or in several places, is none", () => {
    expect(() => figure("server-kit", /const NO_SUCH_FIGURE = (\d+)/, "count")).toThrow("0 times");
    expect(() => figure("server-kit", /import (\w)/, "count")).toThrow(/stands \d{2,} times/);
  });
});
