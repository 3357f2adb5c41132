import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROGRAMS, type Program } from "../programs.ts";
import { CALENDAR_CASES } from "./calendar-cases.ts";
import { type Case, type Cases, SECRET } from "./case.ts";
import { FOREIGN, openPlaces, type Places } from "./places.ts";
import { RECIPE_CASES } from "./recipe-cases.ts";
import { type Ended, run } from "./run.ts";

const CASES: Record<Program, Cases> = { "caldav-mcp": CALENDAR_CASES, "mealie-mcp": RECIPE_CASES };
const AT_A_TIME = 6;
const COLUMNS = 80;

type Told = Case & Ended & { program: Program; settings: readonly string[] };

let places: Places;
let told: Told[];
beforeAll(async () => {
  places = await openPlaces();
  told = await tellAll();
});
afterAll(() => places[Symbol.asyncDispose]());

/** All cases, a few at a time: some wait for a deadline, and every one starts a program. */
async function tellAll(): Promise<Told[]> {
  const all = PROGRAMS.flatMap((program) => CASES[program].map((one) => ({ program, one })));
  const answers: Told[] = [];
  const waiting = all
    .map((entry, index) => ({ ...entry, index }))
    .toSorted(({ one: left }, { one: right }) => Number(isSlow(right)) - Number(isSlow(left)));
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const { program, one, index } = next;
      const env = one.env(places);
      const ended = await run(program, { args: one.args, env });
      answers[index] = { ...one, ...ended, program, settings: Object.keys(env) };
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return answers;
}

const isSlow = ({ name }: Case): boolean => name === "the server does not answer";

/** The cases that a rule does not hold for. */
const exceptions = (rule: (one: Told) => boolean, among = told): string[] =>
  among.filter((one) => !rule(one)).map((one) => paragraph(one));

const checks = (): Told[] => told.filter(({ args, stderr }) => args.includes("--check") && stderr === "");
const refusals = (): Told[] => told.filter(({ stderr }) => stderr !== "");

describe("what a person reads who starts a server", () => {
  it.each(PROGRAMS)("is what stands in the table of %s", async (program) => {
    const table = told.filter((one) => one.program === program).map(paragraph);
    await expect(table.join("\n")).toMatchFileSnapshot(`./texts/${program}.txt`);
  });

  it("comes with exit code 0 when it works, and with 1 when it does not", () => {
    const works = ({ stdout, stderr }: Told) =>
      stderr === "" && /^(?:All is well\.|It works[,;].*)$/m.test(stdout) && !stdout.includes("Not working");
    expect(exceptions((one) => one.code === (works(one) ? 0 : 1))).toEqual([]);
    expect(told.some(works)).toBe(true);
  });

  it("holds no secret, no words of a server, and nothing of the inside", () => {
    const never = [SECRET, FOREIGN, places.calendar.password, places.mealie.token, "    at ", "undefined"];
    expect(
      exceptions(({ stdout, stderr }) => never.every((part) => !`${stdout}${stderr}`.includes(part))),
    ).toEqual([]);
  });

  it("has no colours and no control characters", () => {
    expect(exceptions(({ stdout, stderr }) => !/[^\n\P{Cc}]/u.test(stdout + stderr))).toEqual([]);
  });
});

describe("a start that is refused", () => {
  it("says so in one line, under the name of the program, and prints nothing else", () => {
    expect(refusals().length).toBeGreaterThan(40);
    expect(
      exceptions(
        ({ program, stdout, stderr }) => stdout === "" && new RegExp(`^${program}: .+\\.\\n$`).test(stderr),
        refusals(),
      ),
    ).toEqual([]);
  });

  it("names the variable that is wrong, or the arguments that are valid", () => {
    const names = ({ args, settings, stderr }: Told) =>
      settings.some((setting) => stderr.includes(setting)) ||
      (args.length > 0 && stderr.includes("Valid are: --help"));
    expect(exceptions(names, refusals())).toEqual([]);
  });
});

describe("--check", () => {
  it("fits a terminal, but for words that are longer", () => {
    const fits = (line: string) => line.length <= COLUMNS || !line.trim().includes(" ");
    expect(checks().length).toBeGreaterThan(40);
    expect(exceptions(({ stdout }) => linesOf(stdout).every(fits), checks())).toEqual([]);
  });

  it("names, when something does not work, the address and soon what it is", () => {
    const failed = checks().filter(({ code }) => code === 1);
    expect(exceptions(({ stdout }) => linesOf(stdout).length <= 8, failed)).toEqual([]);
    const names = ({ stdout }: Told) =>
      /_(?:URL|USERNAME|PASSWORD|TOKEN|CALENDARS|CA_CERTS)\b|try again/.test(oneLine(stdout));
    expect(exceptions(names, failed)).toEqual([]);
  });
});

/** One case as it stands in the table; ports differ from run to run. */
function paragraph({ program, name, args, code, stdout, stderr }: Told): string {
  const lines = [
    `# ${name}`,
    `$ ${[program, ...args].join(" ").replace(SECRET, "SECRET")}`,
    ...linesOf(stdout),
    ...linesOf(stderr).map((line) => `stderr: ${line}`),
    `exit code ${code}`,
  ];
  const text = lines.join("\n").replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT");
  return `${text.replaceAll("a".repeat(64), "no-such-host")}\n`;
}

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

const oneLine = (text: string): string => text.replaceAll(/\n +/g, " ");
