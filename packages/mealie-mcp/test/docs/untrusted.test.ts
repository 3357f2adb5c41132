import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { connect, textOf } from "confirm-guard/testing";
import { sampleHousehold, startStandIn } from "sandbox";
import { expect, it, onTestFinished } from "vitest";
import { readConfig } from "../../src/config.ts";
import { createServerFactory } from "../../src/server.ts";

const PAGE = readFileSync(
  fileURLToPath(new URL("../../../../docs/security/untrusted-content.md", import.meta.url)),
  "utf8",
);

/** Codes and ids differ from run to run. */
function steady(text: string): string {
  return text
    .trim()
    .replaceAll(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, "id")
    .replaceAll(/\b[\da-f]{12}\b/g, "code");
}

it("the page on untrusted content shows a result as a client gets it", async () => {
  const mealie = await startStandIn({ state: sampleHousehold("2026-11-30") });
  onTestFinished(() => mealie.close());
  const config = readConfig({ MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token });
  const factory = createServerFactory(config, { version: "0.1.0", log: () => undefined });
  await using connection = await connect({ factory }, { era: "2026" });
  const result = await connection.callTool("search_recipes", { search: "potato" });
  const [, shown = ""] = /```text\n(.*?)```/s.exec(PAGE) ?? [];
  expect(steady(shown)).toBe(steady(textOf(result)));
});

it("the page on untrusted content names the keys that frame the structured part", async () => {
  const mealie = await startStandIn({ state: sampleHousehold("2026-11-30") });
  onTestFinished(() => mealie.close());
  const config = readConfig({ MEALIE_URL: mealie.url, MEALIE_API_TOKEN: mealie.token });
  const factory = createServerFactory(config, { version: "0.1.0", log: () => undefined });
  await using connection = await connect({ factory }, { era: "2026" });
  const { structuredContent = {} } = await connection.callTool("search_recipes", {});
  const keys = Object.keys(structuredContent);
  const prose = PAGE.replaceAll(/\s+/g, " ");
  expect(prose).toContain(`The first key is \`${keys.at(0)}\`, the last one \`${keys.at(-1)}\``);
});

it("the page on untrusted content names every signal", () => {
  const source = readFileSync(
    fileURLToPath(new URL("../../../confirm-guard/src/framing/signals.ts", import.meta.url)),
    "utf8",
  );
  const [type = ""] = /export type SignalName =[^;]*;/.exec(source) ?? [];
  const names = [...type.matchAll(/"([a-z-]+)"/g)].map(([, name = ""]) => name);
  expect(names).toContain("override");
  expect(names.filter((name) => !PAGE.includes(`\`${name}\``))).toEqual([]);
});
