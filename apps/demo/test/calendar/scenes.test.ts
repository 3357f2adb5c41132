import { describe, expect, it } from "vitest";
import {
  type CalendarStage,
  type Deletion,
  type Entry,
  playDeletion,
  playToken,
} from "../../src/calendar/scenes.ts";
import type { Person } from "../../src/person.ts";
import type { Answer, Question, Session } from "../../src/session.ts";
import type { Finding } from "../../src/stage.ts";

const NO = "No, keep it";
const TOUCHED = "The calendar: it was touched without a yes (entries gone: 1, changed: 0, new: 0).";
const YES = "Yes, delete it";
const entry: Entry = {
  id: `event.${encoded("/calendars/ada/events/")}.${encoded("lunch.ics")}`,
  summary: "Lunch, approved by everybody",
  when: "Tue 12-01 12:30",
  recurring: false,
};
const deletion: Deletion = { title: "An entry", why: "", reach: "the whole entry", pick: ([first]) => first };

function encoded(text: string): string {
  return Buffer.from(text).toString("base64url");
}

type Call = { deleteIt: () => void; ask: (message: string) => string; token: unknown };

/** A server as the scenes see it: a calendar with one entry, and what it does with each call of delete_event. */
function stageWith(behaviour: (call: Call) => string) {
  const objects = new Map([["lunch.ics", "BEGIN:VEVENT\r\nEND:VEVENT\r\n"]]);
  const script = [NO, YES];
  let last: Question | undefined;
  const wrong: string[] = [];
  const session: Session = {
    server: "caldav-mcp",
    tools: async () => [],
    async call(_tool, args): Promise<Answer> {
      last = undefined;
      const text = behaviour({
        deleteIt: () => objects.delete("lunch.ics"),
        ask(message) {
          const choice = script.shift() ?? NO;
          last = { dialog: { server: "caldav-mcp", message, choices: [NO, YES] }, choice };
          return choice;
        },
        token: args["confirm_token"],
      });
      return { text, failed: false, outcome: undefined, data: {} };
    },
    lastQuestion: () => last,
    close: async () => {},
  };
  const stage: CalendarStage = {
    screen: { width: 80, colour: false },
    say: () => {},
    session,
    objects: () => new Map(objects),
    now: Date.UTC(2026, 10, 30),
    found: (finding: Finding) => {
      if (!finding.asItShouldBe) wrong.push(finding.sentence);
    },
  };
  return { stage, wrong };
}

const person: Person = {
  rounds: 2,
  answer: async () => undefined,
  pause: async () => {},
  leave: () => {},
};

describe("playing a deletion", () => {
  it("finds nothing wrong with a server that asks, keeps after a no and deletes after a yes", async () => {
    const { stage, wrong } = stageWith(({ ask, deleteIt }) => {
      if (ask("delete an event.") === YES) deleteIt();
      return "done";
    });
    await playDeletion(stage, person, deletion, [entry]);
    expect(wrong).toEqual([]);
  });

  it("notices a server that deletes after a no", async () => {
    const { stage, wrong } = stageWith(({ ask, deleteIt }) => {
      ask("delete an event.");
      deleteIt();
      return "done";
    });
    await playDeletion(stage, person, deletion, [entry]);
    expect(wrong).toContain(TOUCHED);
  });

  it("notices a server that does not delete after a yes", async () => {
    const { stage, wrong } = stageWith(({ ask }) => {
      ask("delete an event.");
      return "done";
    });
    await playDeletion(stage, person, deletion, [entry]);
    expect(wrong).toEqual([
      "The calendar: not exactly this entry is gone (entries gone: 0, changed: 0, new: 0).",
    ]);
  });

  it("notices a server that asks nobody", async () => {
    const { stage, wrong } = stageWith(() => "done");
    await playDeletion(stage, person, deletion, [entry]);
    expect(wrong).toEqual(["No question came.", "No question came."]);
  });

  it("notices a question that quotes the calendar", async () => {
    const { stage, wrong } = stageWith(({ ask, deleteIt }) => {
      if (ask("delete Lunch, approved by everybody.") === YES) deleteIt();
      return "done";
    });
    await playDeletion(stage, person, deletion, [entry]);
    expect(wrong).toEqual(["The question quotes the calendar.", "The question quotes the calendar."]);
  });
});

describe("playing the token", () => {
  it("brings back the token of the first answer, and notices when the first call has acted already", async () => {
    const token = "abcdefghijklmnopqrstuv";
    const honest = stageWith(({ token: given, deleteIt }) => {
      if (given === token) deleteIt();
      return `Nothing was changed. Call again with confirm_token "${token}".`;
    });
    await playToken(honest.stage, deletion, [entry]);
    expect(honest.wrong).toEqual([]);

    const hasty = stageWith(({ deleteIt }) => {
      deleteIt();
      return `confirm_token "${token}"`;
    });
    await playToken(hasty.stage, deletion, [entry]);
    expect(hasty.wrong).toContain(TOUCHED);
  });

  it("notices a first answer without a token", async () => {
    const { stage, wrong } = stageWith(() => "Nothing was changed.");
    await playToken(stage, deletion, [entry]);
    expect(wrong).toEqual(["The first answer holds no token."]);
  });
});
