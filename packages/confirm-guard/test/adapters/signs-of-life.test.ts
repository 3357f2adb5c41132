import { describe, expect, it } from "vitest";

import { connectRaw } from "../../src/testing/index.ts";
import { notes, YES } from "./notes.ts";
import { sdkNotes } from "./sdk-notes.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };

describe.each([
  ["v1", sdkNotes],
  ["v2", notes],
])("while a person reads, on SDK %s", (_sdk, server) => {
  const beats: (() => void)[] = [];
  const beating = () =>
    server({
      repeat: (_everyMs, action) => {
        beats.push(action);
        return () => beats.splice(0);
      },
    });

  it("the call with a progress token shows signs of life, in rising numbers and fixed words", async () => {
    const made = beating();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", { ...CALL, _meta: { progressToken: "p1" } });
    const question = await raw.nextRequest("elicitation/create");
    beats[0]?.();
    beats[0]?.();
    const notified = [
      await raw.nextNotification("notifications/progress"),
      await raw.nextNotification("notifications/progress"),
    ];
    expect(notified.map(({ params }) => params)).toEqual(
      [1, 2].map((progress) => ({
        progressToken: "p1",
        progress,
        message: "Waiting for a person to answer the question.",
      })),
    );
    await raw.reply(question.id, YES);
    await call.response;
    expect(beats).toEqual([]);
    expect(made.done).toEqual(["a"]);
  });

  it("the call without one shows none", async () => {
    const made = beating();
    await using raw = await connectRaw(made, { era: "2025" });
    const call = raw.start("tools/call", CALL);
    const question = await raw.nextRequest("elicitation/create");
    beats[0]?.();
    await raw.reply(question.id, YES);
    await call.response;
    expect(raw.wire.some(({ message }) => message.method === "notifications/progress")).toBe(false);
  });
});
