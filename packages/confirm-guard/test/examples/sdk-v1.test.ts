import { fileURLToPath } from "node:url";

import { expect, it } from "vitest";

import { connect, scriptedPerson, textOf } from "../../src/testing/index.ts";

const PROGRAM = fileURLToPath(new URL("../../examples/sdk-v1-stdio.ts", import.meta.url));

it.each(["v1", "v2"] as const)(
  "the example on SDK v1 keeps a note after a no and deletes it after a yes, client of SDK %s",
  { timeout: 120_000 },
  async (sdk) => {
    const person = scriptedPerson(["no", "yes"]);
    const target = { command: process.execPath, args: [PROGRAM], env: {} };
    await using connection = await connect(target, { era: "2025", sdk, person });
    const call = async () => textOf(await connection.callTool("delete_note", { name: "ideas" }));
    expect(await call()).toContain("Nothing was changed.");
    expect(await call()).toBe("The note was deleted.");
    expect(await call()).toBe("There is no such note.");
    expect(person.questions[0]?.message).toContain("Lines: 240");
    expect([person.usedUp, person.unexpected]).toEqual([true, 0]);
  },
);

it(
  "the example on SDK v1 exits when its client is gone with a question open",
  { timeout: 120_000 },
  async () => {
    const person = scriptedPerson(["silent"]);
    const target = { command: process.execPath, args: [PROGRAM], env: {} };
    await using connection = await connect(target, { era: "2025", sdk: "v1", person });
    const call = connection.callTool("delete_note", { name: "ideas" }).catch(String);
    await person.question(1);
    await connection.close();
    expect(await connection.process?.exited).toEqual({ code: 0, signal: null });
    expect(await call).toMatch(/closed/iu);
  },
);
