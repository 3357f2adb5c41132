import { readdir } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { connectRaw } from "../../src/testing/index.ts";
import { YES } from "./answers.ts";
import { aftermath, ask, CALL, emptyFolder, HELD, honestYes, overStdio, tool } from "./wall.ts";

describe("a call that is cancelled while its yes is checked (2026-07-28, over stdio)", () => {
  it("does nothing, although the yes was good", async () => {
    await using raw = await connectRaw(overStdio(), { era: "2026" });
    const { requestState } = await ask(raw);
    await tool(raw, "hold_prepare");
    const { id } = raw.start("tools/call", { ...CALL, inputResponses: { confirm: YES }, requestState });
    await tool(raw, "held_prepare");
    await raw.notify("notifications/cancelled", { requestId: id });
    await tool(raw, "release_prepare");
    expect(await aftermath(raw)).toEqual(HELD);
  });
});

describe("a server whose stdin closes or that is told to end with a question open (over stdio)", () => {
  it.each(["2025", "2026"] as const)("exits and does nothing (%s)", async (era) => {
    const folder = await emptyFolder();
    const ACTS_FILE = join(folder, "acts");
    for (const end of ["stdin", "SIGTERM"] as const) {
      const raw = await connectRaw(overStdio({ ACTS_FILE }), { era });
      const call = raw.start("tools/call", CALL);
      await (era === "2025" ? raw.nextRequest("elicitation/create") : call.response);
      if (end === "SIGTERM") raw.process?.kill("SIGTERM");
      await raw.close();
      expect(await raw.process?.exited).toEqual(
        end === "stdin" ? { code: 0, signal: null } : { code: null, signal: "SIGTERM" },
      );
    }
    await using raw = await connectRaw(overStdio({ ACTS_FILE }), { era });
    expect(await readdir(folder)).toEqual([]);
    await honestYes(raw);
    expect(await readdir(folder)).toEqual(["acts"]);
  });
});
