import { McpServer } from "@modelcontextprotocol/server";
import { connect, type Era, outcomeOf, scriptedPerson } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { offerDeleteNote } from "./readme-example.ts";
import type { Note } from "./readme-notes.ts";

function notesServer() {
  const notes = new Map<string, Note>([["n1", { version: "v1", lines: 3 }]]);
  const factory = (): McpServer => {
    const server = new McpServer({ name: "notes-mcp", version: "1.0.0" });
    offerDeleteNote(server, {
      read: async (id) => notes.get(id) ?? { version: "none", lines: 0 },
      delete: async (id, { ifVersion }) => {
        if (notes.get(id)?.version === ifVersion) notes.delete(id);
      },
    });
    return server;
  };
  return { notes, factory };
}

describe.each(["2025", "2026"] satisfies Era[])("the example of the README, %s", (era) => {
  it("deletes after a yes", async () => {
    const { notes, factory } = notesServer();
    const person = scriptedPerson(["yes"]);
    await using connection = await connect({ factory }, { era, person });
    const result = await connection.callTool("delete_note", { id: "n1" });
    expect(result.isError).not.toBe(true);
    expect(notes.size).toBe(0);
    expect(person.questions[0]?.choices).toEqual(["No, keep it", "Yes, delete it"]);
  });

  it("keeps the note after a no, and after a yes to a note that has changed meanwhile", async () => {
    const { notes, factory } = notesServer();
    const changes = {
      answer: async () => {
        notes.set("n1", { version: "v2", lines: 99 });
        return { action: "accept", content: { decision: "Yes, delete it" } };
      },
    };
    const person = scriptedPerson(["no", changes, "no"]);
    await using connection = await connect({ factory }, { era, person });
    expect(outcomeOf(await connection.callTool("delete_note", { id: "n1" }))).toBeDefined();
    expect(outcomeOf(await connection.callTool("delete_note", { id: "n1" }))).toBeDefined();
    expect(notes.size).toBe(1);
    expect(person.usedUp).toBe(true);
    expect(person.questions.at(-1)?.message).toContain("changed while you were deciding");
  });
});
