import type { Person } from "../../src/person.ts";
import type { HouseholdStage } from "../../src/recipes/household.ts";
import type { Answer, Question, Session } from "../../src/session.ts";

export const NO = "No, keep it";
export const YES = "Yes, do it";

export type Call = {
  args: Record<string, unknown>;
  records: Map<string, string>;
  ask: (message: string) => string;
};

/** A server as the scenes see it: the records of a household, and what it does with each call. */
export function kitchen(
  held: Record<string, string>,
  { script, behaviour }: { script: string[]; behaviour: (call: Call) => string },
) {
  const records = new Map(Object.entries(held));
  const answers = [...script];
  const wrong: string[] = [];
  const questions: string[] = [];
  let last: Question | undefined;
  const session: Session = {
    server: "mealie-mcp",
    tools: async () => [],
    async call(_tool, args): Promise<Answer> {
      last = undefined;
      const ask = (message: string): string => {
        const choice = answers.shift() ?? NO;
        questions.push(message);
        last = { dialog: { server: "mealie-mcp", message, choices: [NO, YES] }, choice };
        return choice;
      };
      return { text: behaviour({ args, records, ask }), failed: false, outcome: undefined, data: {} };
    },
    lastQuestion: () => last,
    close: async () => {},
  };
  const stage: HouseholdStage = {
    screen: { width: 80, colour: false },
    say: () => {},
    session,
    records: () => new Map(records),
    lastDay: "2026-12-10",
    zone: "Europe/Berlin",
    found: ({ asItShouldBe, sentence }) => {
      if (!asItShouldBe) wrong.push(sentence.replace(/ \(.*/s, ""));
    },
  };
  return { stage, wrong, questions };
}

export const person: Person = {
  rounds: 2,
  answer: async () => undefined,
  pause: async () => {},
  leave: () => {},
};
