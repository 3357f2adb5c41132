import { fileURLToPath } from "node:url";
import { connect, outcomeOf, scriptedPerson, textOf } from "confirm-guard/testing";
import { expect, it } from "vitest";

// Where your server's program is.
const program = fileURLToPath(new URL("../examples/sdk-v2-stdio.ts", import.meta.url));

it.each(["2025", "2026"] as const)("keeps a note after a no and deletes it after a yes, %s", async (era) => {
  const person = scriptedPerson(["no", "yes"]);
  // `env` is all that the server sees of the environment.
  const server = { command: process.execPath, args: [program], env: {} };
  await using connection = await connect(server, { era, person });

  const kept = await connection.callTool("delete_note", { name: "ideas" });
  expect(outcomeOf(kept)).toBe("declined");
  const deleted = await connection.callTool("delete_note", { name: "ideas" });
  expect(textOf(deleted)).toBe("The note was deleted.");
  expect(person.questions[1]?.choices).toEqual(["No, keep it", "Yes, delete it"]);
});
