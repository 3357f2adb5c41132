import { connect, textOf } from "confirm-guard/testing";
import { expect, it } from "vitest";
import { z } from "zod";

import { READ } from "../src/annotations.ts";
import { cardOf } from "../src/card.ts";
import { serverFactory } from "../src/factory.ts";
import { own } from "../src/result.ts";
import { toolsFor } from "../src/tool.ts";

const count = toolsFor<{ opened: number }>()({
  name: "count",
  title: "Count",
  description: "How often it was opened.",
  input: z.strictObject({}),
  output: z.object({ opened: z.number() }),
  annotations: READ,
  run: async (_, { deps }) => own({ opened: deps.opened }),
});

const parts = {
  name: "count-mcp",
  instructions: [],
  cards: [cardOf(count)],
  source: "count",
  audience: async () => null,
  elicitation: true,
};

const TOO_MANY = "EMFILE: too many open files";

/** A server whose first so many openings fail, as with too many open files. */
function serverThatFails(times: number) {
  const seen = { opened: 0 };
  const open = async () => {
    seen.opened += 1;
    if (seen.opened <= times) throw new Error(TOO_MANY);
    return { tools: [count], deps: { opened: seen.opened }, describeError: () => undefined };
  };
  return serverFactory({ ...parts, open }, { version: "1.0.0", log: () => undefined });
}

it("what is opened for the first call serves every call of every connection", async () => {
  const factory = serverThatFails(0);
  for (const era of ["2025", "2026"] as const) {
    await using connection = await connect({ factory }, { era });
    expect((await connection.callTool("count")).structuredContent).toEqual({ opened: 1 });
    expect((await connection.callTool("count")).structuredContent).toEqual({ opened: 1 });
  }
});

it("an opening that failed is tried again with the next call", async () => {
  await using connection = await connect({ factory: serverThatFails(1) }, { era: "2026" });
  const failed = await connection.callTool("count");
  expect(failed.isError).toBe(true);
  expect(textOf(failed)).not.toContain("EMFILE");
  expect((await connection.callTool("count")).structuredContent).toEqual({ opened: 2 });
});

it.each(["2025", "2026"] as const)(
  "without a guard nothing runs, and the next call looks for one (%s)",
  async (era) => {
    const lines: string[] = [];
    let [asked, opened] = [0, 0];
    const factory = serverFactory(
      {
        ...parts,
        audience: async () => {
          asked += 1;
          if (asked === 1) throw new Error(TOO_MANY);
          return null;
        },
        open: async () => {
          opened += 1;
          return { tools: [count], deps: { opened }, describeError: () => undefined };
        },
      },
      { version: "1.0.0", log: (line) => void lines.push(line) },
    );
    await using connection = await connect({ factory }, { era });
    const failed = await connection.callTool("count");
    expect(failed.isError).toBe(true);
    expect(textOf(failed)).toMatch(/^Nothing was done: a part of count-mcp could not be loaded\./);
    expect([opened, lines]).toEqual([0, ["count-mcp: count failed inside (Error)"]]);
    expect((await connection.callTool("count")).structuredContent).toEqual({ opened: 1 });
  },
);

it("a server that shows no dialogs says so at its start, before any call", async () => {
  const said = new Promise<string>((resolve) => {
    const open = () => Promise.reject(new Error("There is no call."));
    serverFactory({ ...parts, elicitation: false, open }, { version: "1.0.0", log: resolve });
  });
  expect(await said).toContain("ELICITATION=false");
});
