import { describe, expect, it } from "vitest";

import { createGuard, type GuardOptions } from "../../src/index.ts";
import { untyped, world } from "./world.ts";

const badOptions = expect.objectContaining({ name: "GuardUsageError", code: "bad-options" });
let names = 0;

function make(options: Partial<GuardOptions> = {}): string[] {
  const lines: string[] = [];
  createGuard({
    server: `guard-mcp-${(names += 1)}`,
    audience: null,
    elicitation: true,
    warn: (line) => lines.push(line),
    ...options,
  });
  return lines;
}

function attempt(work: () => unknown): Error {
  try {
    work();
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error("Nothing was thrown.");
}

describe("createGuard", () => {
  it.each([
    ["no name", { server: "" }],
    ["a name with a line break", { server: "a\nb" }],
    ["a name that is a sentence with more than 64 characters", { server: "a".repeat(65) }],
    ["a time that is none", { answerWithinMs: Number.NaN }],
    ["no time", { tokenTtlMs: 0 }],
    ["a time at which timers fire at once", { answerWithinMs: 2 ** 31 }],
    ["a limit below one", { limits: { declines: -1 } }],
    ["no key", { shared: { keys: [], store: { put: async () => {}, take: async () => undefined } } }],
    [
      "a short key",
      { shared: { keys: [new Uint8Array(31)], store: { put: async () => {}, take: async () => undefined } } },
    ],
  ] as [string, Partial<GuardOptions>][])("refuses %s", (_name, options) => {
    expect(() => make(options)).toThrow(badOptions);
  });

  it("refuses an audience that is not JSON", () => {
    expect(() => make({ audience: untyped(new Map()) })).toThrow(
      expect.objectContaining({ code: "not-json" }),
    );
  });

  it("points an error at the line that called it", () => {
    const error = attempt(() => createGuard({ server: "", audience: null, elicitation: true }));
    const [, first = ""] = String(error.stack).split("\n");
    expect(first).toContain("guard.test.ts");
    expect(error.stack).not.toContain("src/guard.ts");
  });

  it("says once per process that dialogs are off", () => {
    const server = `off-mcp-${(names += 1)}`;
    expect(make({ server, elicitation: false })).toEqual([
      `${server}: ELICITATION=false — guarded tools fall back to the two-call token`,
    ]);
    expect(make({ server, audience: "other", elicitation: false })).toEqual([]);
  });

  it("warns once about a second guard for the same server and audience, unless they are shared", () => {
    const server = `twice-mcp-${(names += 1)}`;
    expect(make({ server })).toEqual([]);
    expect(make({ server, audience: "another" })).toEqual([]);
    expect(make({ server })).toEqual([expect.stringContaining(`${server}: a second guard was made`)]);
    expect(make({ server })).toEqual([]);
    const store = { put: async () => {}, take: async () => undefined };
    const shared = { keys: [new Uint8Array(32)], store };
    const other = `shared-mcp-${(names += 1)}`;
    expect([...make({ server: other, shared }), ...make({ server: other, shared })]).toEqual([]);
  });

  it("does not follow a shared key that is changed later", async () => {
    const key = new Uint8Array(32).fill(1);
    const entries = new Map<string, string>();
    const store = {
      put: async (name: string, value: string) => void entries.set(name, value),
      take: async (name: string) => entries.get(name),
    };
    const made = world({ shared: { keys: [key], store } });
    const asked = await made.guard.run({ kind: "retry" }, made.call());
    key.fill(0);
    const state = "requestState" in asked ? asked.requestState : "";
    expect(made.guard.inspectState(state)).toBe("opens");
  });
});

describe("inspectState", () => {
  it("tells whose a state is", async () => {
    const [made, other] = [world(), world()];
    const asked = await made.guard.run({ kind: "retry" }, made.call());
    const state = "requestState" in asked ? asked.requestState : "";
    const changed = `${state.slice(0, -2)}${state.endsWith("AA") ? "BB" : "AA"}`;
    expect(made.guard.inspectState(state)).toBe("opens");
    expect(other.guard.inspectState(state)).toBe("sealed-elsewhere");
    expect(made.guard.inspectState(changed)).toBe("broken");
    expect(made.guard.inspectState("cg1.x")).toBe("broken");
    for (const foreign of ["v1.a.b", "", 7, undefined])
      expect(made.guard.inspectState(foreign)).toBe("not-ours");
  });
});
