import { type Answer, type Called, fieldOf, resultOf, type ToolResult } from "./client.ts";

/** What an SDK's handler of `elicitation/create` gets, and what it returns. */
export type Asked = { message: string; requestedSchema?: unknown };
export type Reply = {
  action: "accept" | "decline" | "cancel";
  content?: Record<string, string>;
};

/** The screen of a client program: one dialog at a time, answered by a person who takes as long as they like. */
export type Screen = {
  /** The handler of `elicitation/create`. */
  show(asked: Asked): Promise<Reply>;
  /** Waits until the call has ended or a dialog is open. */
  follow(call: Promise<ToolResult>): Promise<Called>;
};

export function createScreen(): Screen {
  let opened = Promise.withResolvers<{ asked: Asked; reply: (reply: Reply) => void }>();
  return {
    show: (asked) =>
      new Promise((reply) => {
        opened.resolve({ asked, reply });
      }),
    follow: async (call) => {
      const ended = call.then(resultOf);
      const first = await Promise.race([ended.then((result) => ({ result })), opened.promise]);
      if ("result" in first) return first;
      opened = Promise.withResolvers();
      const { asked, reply } = first;
      const { name, choices } = fieldOf(asked.requestedSchema);
      const answer = (given: Answer) => {
        reply(
          typeof given === "string"
            ? { action: given }
            : { action: "accept", content: { [name]: given.pick } },
        );
        return ended;
      };
      return { dialog: { message: asked.message, choices, answer } };
    },
  };
}
