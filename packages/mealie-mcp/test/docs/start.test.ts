import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connect, scriptedPerson } from "confirm-guard/testing";
import { sampleHousehold, startStandIn } from "sandbox";
import { expect, it, onTestFinished } from "vitest";
import { check } from "../../src/check.ts";
import { readConfig } from "../../src/config.ts";
import { demoConfig } from "../../src/demo.ts";
import { createServerFactory } from "../../src/server.ts";
import { TOOLS } from "../../src/tools/index.ts";

const PAGE = readFileSync(
  fileURLToPath(new URL("../../../../docs/start/recipes.md", import.meta.url)),
  "utf8",
);
/** Without the line breaks of a paragraph. */
const PROSE = PAGE.replaceAll(/\s+/g, " ");
const EDGES = { version: "0.1.0", log: () => undefined };

/** The blocks of output on the page; ids and ports differ from run to run. */
const shown = [...PAGE.matchAll(/```text\n(.*?)```/gs)].map(([, block = ""]) => steady(block));

function steady(text: string): string {
  return text
    .trim()
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:port")
    .replaceAll(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, "id");
}

it("the page for beginners shows the question that the demo asks", async () => {
  const person = scriptedPerson(["no"]);
  const config = await demoConfig(readConfig({ MEALIE_TIMEZONE: "Europe/Berlin" }));
  const factory = createServerFactory(config, EDGES);
  await using connection = await connect({ factory }, { era: "2026", person });
  await connection.callTool("delete_recipe", { recipe: "red-lentil-soup" });
  const [question] = person.questions;
  expect(shown).toContain(steady(question?.message ?? "no question"));
  for (const choice of question?.choices ?? []) expect(PROSE).toContain(`"${choice}"`);
});

it("the page for beginners shows what --check prints", async () => {
  const mealie = await startStandIn({ state: sampleHousehold("2026-11-30") });
  onTestFinished(() => mealie.close());
  const config = readConfig({
    MEALIE_URL: mealie.url,
    MEALIE_API_TOKEN: mealie.token,
    MEALIE_TIMEZONE: "Europe/Berlin",
  });
  const { ok, text } = await check(config, { json: false, edges: EDGES });
  expect(ok).toBe(true);
  expect(shown).toContain(steady(text));
});

it("the page for beginners counts the tools of each step", () => {
  const reading = TOOLS.filter(({ annotations }) => annotations.readOnlyHint);
  const essential = TOOLS.filter((tool) => tool.essential);
  const asking = TOOLS.filter((tool) => tool.guarded);
  expect(PROSE).toContain(`the ${reading.length} tools that read`);
  expect([essential.length, asking.length]).toEqual([8, 11]);
  expect(essential.filter((tool) => tool.guarded)).toEqual([]);
  expect(PROSE).toContain(`all ${TOOLS.length}, eleven of which ask a person`);
});
