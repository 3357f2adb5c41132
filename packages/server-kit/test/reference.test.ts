import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toolReference } from "../src/reference.ts";
import { own, toolsFor } from "../src/index.ts";

const defineTool = toolsFor<undefined>();
const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

const look = defineTool({
  name: "look",
  title: "Look",
  description: "Looks at things.",
  input: z.strictObject({
    id: z.string().min(1).max(1_200).describe("Which one | exactly"),
    count: z.number().int().min(1).max(5).optional(),
    kinds: z
      .array(z.enum(["a", "b"]))
      .max(3)
      .optional(),
    text: z.string().nullable().optional(),
  }),
  output: z.object({ found: z.boolean(), more: z.object({ left: z.number() }).optional() }),
  annotations,
  essential: true,
  run: async () => own({ found: true }),
});
const drop = defineTool({
  name: "drop",
  title: "Drop",
  description: "Drops things.",
  input: z.strictObject({}),
  output: z.object({ done: z.literal(true) }),
  annotations: { ...annotations, readOnlyHint: false, destructiveHint: true },
  prepare: async () => ({ refuse: "no" }),
  run: async () => own({ done: true }),
});

describe("the reference of a tool table", () => {
  const page = toolReference("things-mcp", [{ title: "Things", tools: [look, drop] }]);

  it("counts what reads and what asks", () => {
    expect(page).toContain("2 tools. 1 only read. 1 ask a person: `drop`.");
  });

  it("gives each parameter its shape, its need and its meaning", () => {
    expect(page).toContain("| `id` | text (1 to 1,200 characters); required | Which one \\| exactly |");
    expect(page).toContain("| `count` | whole number (1 to 5) |  |");
    expect(page).toContain("| `kinds` | list (at most 3) of `a`, `b` |  |");
    expect(page).toContain("| `text` | text or null |  |");
  });

  it("says what a result holds, and what it does not always hold", () => {
    expect(page).toContain("| `found` | true or false |  |");
    expect(page).toContain("| `more` | object with `left`; not always there |  |");
    expect(page).toContain("| `done` | `true` |  |");
  });

  it("says what a tool does to the world", () => {
    expect(page).toContain("*Reads, idempotent, in the `essential` preset.*");
    expect(page).toContain("*[Asks a person](../asking/things-mcp.md#drop), destructive, idempotent.*");
  });
});
