import { createMcpHandler } from "@modelcontextprotocol/server";
import { describe, expect, it, onTestFinished } from "vitest";

import { outcomeOf, textOf } from "../../src/testing/index.ts";
import { type Notes, notes, YES } from "../adapters/notes.ts";
import { listen } from "./listen.ts";
import { modernCall } from "./modern-call.ts";

const CALL = { name: "delete_note", arguments: { id: "a" } };
const ANSWER = { inputResponses: { confirm: YES } };
const ADA = { authorization: "Bearer ada-1", "x-client": "calendar-app" };

/** Everybody who is not Ada at her client with her bearer. */
const OTHERS: [string, Record<string, string>][] = [
  ["another account of the same client", { ...ADA, authorization: "Bearer grace-1" }],
  ["the same account at another client", { ...ADA, "x-client": "mail-app" }],
  ["the same account with a new bearer", { ...ADA, authorization: "Bearer ada-2" }],
  ["somebody without sign-in", {}],
  [
    "somebody who calls himself everybody",
    { authorization: 'Bearer ["everybody"]', "x-client": "everybody" },
  ],
];

/** A stateless server that believes what the two headers say; who signs people in is not this library's part. */
async function served(made: Notes): Promise<string> {
  const handler = createMcpHandler(made.factory);
  const { url, stop } = await listen((request) => {
    const token = request.headers.get("authorization")?.replace("Bearer ", "");
    const clientId = request.headers.get("x-client") ?? "";
    return handler.fetch(request, token === undefined ? {} : { authInfo: { token, clientId, scopes: [] } });
  });
  onTestFinished(stop);
  return url;
}

describe("on a server with sign-in, only the one who was asked can answer", () => {
  it.each(OTHERS)("and not %s", async (_who, other) => {
    const made = notes();
    const url = await served(made);
    const asked = await modernCall(url, CALL, { headers: ADA });
    const brought = { ...ANSWER, requestState: asked.result?.["requestState"] };
    const theirs = await modernCall(url, CALL, { headers: other, ...brought });
    expect(theirs.result).toMatchObject({ resultType: "input_required" });
    expect(made.done).toEqual([]);
    // The stranger has used nothing up.
    expect(textOf((await modernCall(url, CALL, { headers: ADA, ...brought })).result)).toBe("Deleted a.");
    expect(made.done).toEqual(["a"]);
  });

  it.each(OTHERS)("and a token is nothing to %s", async (_who, other) => {
    const made = notes();
    const url = await served(made);
    const asking = { headers: ADA, capabilities: {} };
    const issued = textOf((await modernCall(url, CALL, asking)).result);
    const confirm_token = /confirm_token "([^"]+)"/u.exec(issued)?.[1];
    const again = { ...CALL, arguments: { id: "a", confirm_token } };
    const theirs = await modernCall(url, again, { headers: other, capabilities: {} });
    expect(outcomeOf(theirs.result)).toBe("wrong-token");
    expect(made.done).toEqual([]);
  });
});
