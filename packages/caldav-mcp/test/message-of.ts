import { createGuard, type Port, type Question } from "confirm-guard";

/** The text that a person would read for a question. */
export async function messageOf(question: Question): Promise<string> {
  let message = "";
  const port: Port = {
    kind: "push",
    elicit: (form) => {
      message = form.message;
      return Promise.resolve({ action: "decline" });
    },
  };
  const guard = createGuard({ server: "caldav-mcp", audience: [Math.random()], elicitation: true });
  await guard.run(port, {
    tool: "any_tool",
    args: {},
    prepare: () => Promise.resolve({ found: null, ask: { subject: 1, question } }),
    run: () => Promise.resolve({ content: [] }),
  });
  return message;
}
