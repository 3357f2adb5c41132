import { PassThrough } from "node:stream";
import { describe, expect, it } from "vitest";
import { personAtTerminal, scriptedPerson } from "../src/person.ts";

const screen = { width: 80, colour: false };
const dialog = {
  server: "caldav-mcp",
  message: "delete an event.",
  choices: ["No, keep it", "Yes, delete it"],
};

function terminal() {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = "";
  let interrupts = 0;
  output.on("data", (chunk: Buffer) => (shown += chunk.toString("utf8")));
  const person = personAtTerminal({ input, output, screen, interrupted: () => (interrupts += 1) });
  return {
    person,
    type: (text: string) => input.write(text),
    end: () => input.end(),
    shown: () => shown,
    interrupts: () => interrupts,
  };
}

describe("a person at the terminal", () => {
  it("sees the dialog and answers with the number of a choice", async () => {
    const { person, type, shown } = terminal();
    const answer = person.answer(dialog);
    type("2\n");
    expect(await answer).toBe("Yes, delete it");
    expect(shown()).toContain("│ delete an event.");
    person.leave();
  });

  it("is asked again after anything that is not a number on the list", async () => {
    const { person, type, shown } = terminal();
    const answer = person.answer(dialog);
    for (const typed of ["yes", "0", "3", "2.0", "-1", "1"]) {
      type(`${typed}\n`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await answer).toBe("No, keep it");
    expect(shown().split("not one of the numbers")).toHaveLength(6);
    person.leave();
  });

  it("closes the dialog with Enter, and with the end of the input", async () => {
    const { person, type, end } = terminal();
    const first = person.answer(dialog);
    type("\n");
    expect(await first).toBeUndefined();
    const second = person.answer(dialog);
    end();
    expect(await second).toBeUndefined();
    expect(await person.answer(dialog)).toBeUndefined();
  });

  it("gets no earlier answer back with the up-arrow", async () => {
    const { person, type } = terminal();
    const first = person.answer(dialog);
    type("2\n");
    expect(await first).toBe("Yes, delete it");
    const second = person.answer(dialog);
    type("\u001B[A\n");
    expect(await second).toBeUndefined();
    person.leave();
  });

  it("ends the demo with Ctrl-C and never answers for the person", async () => {
    const { person, type, interrupts } = terminal();
    let answered = false;
    void person.answer(dialog).then(() => (answered = true));
    type("\u0003");
    await new Promise((resolve) => setImmediate(resolve));
    expect(interrupts()).toBe(1);
    expect(answered).toBe(false);
    person.leave();
  });
});

describe("the script", () => {
  it("says no first and yes when the question is put again", async () => {
    const said: string[] = [];
    const reading = async () => void said.push("(reads)");
    const person = scriptedPerson(screen, (text) => said.push(text), reading);
    expect(await person.answer(dialog)).toBe("No, keep it");
    expect(await person.answer(dialog)).toBe("Yes, delete it");
    expect(said.slice(1, 3)).toEqual(["(reads)", "  (from the script) No, keep it"]);
  });
});
