import { describe, expect, it } from "vitest";

import { connectRaw, textOf } from "../../src/testing/index.ts";
import { notes } from "./notes.ts";
import { sdkNotes } from "./sdk-notes.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };

describe.each([
  ["v1", sdkNotes],
  ["v2", notes],
])("on SDK %s", (_sdk, server) => {
  it.each([7, null, ["x"], "x".repeat(129)])(
    "a token that is %j is refused by name, and nothing is prepared",
    async (confirm_token) => {
      const made = server();
      await using raw = await connectRaw(made, { era: "2025" });
      const { result } = await raw.request("tools/call", { ...CALL, arguments: { id: "a", confirm_token } });
      expect(result).toMatchObject({ isError: true });
      expect(textOf(result)).toContain("Expected a string of at most 128 characters");
      expect(made.seen).toEqual([]);
    },
  );

  it("the token field is no way in for a prototype of the caller's", async () => {
    const made = server();
    await using raw = await connectRaw(made, { era: "2025" });
    await raw.sendLine(
      '{"jsonrpc":"2.0","id":900,"method":"tools/call","params":{"name":"delete_note","arguments":{"__proto__":{"id":"a"}}}}',
    );
    await raw.request("ping");
    expect(made.seen).toEqual([]);
  });
});
