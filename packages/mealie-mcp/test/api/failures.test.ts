import { describe, expect, it } from "vitest";
import { failureInside, wordsOf } from "../../src/api/failures.ts";

const SQL =
  "(sqlite3.IntegrityError) UNIQUE constraint failed [SQL: INSERT INTO foods (name) VALUES (?)] [parameters: ('Quince of a neighbour',)]";

describe("Mealie's own words for a failure", () => {
  it.each([
    ["in a text", { detail: SQL }],
    ["in a message", { detail: { message: SQL, error: true, exception: null } }],
    ["in an exception", { detail: { error: true, exception: SQL } }],
    ["in a list of texts", { detail: [SQL] }],
    ["in a complaint about a value", { detail: [{ loc: ["body"], msg: SQL }] }],
  ])("are not passed on when they are those of its database, %s", (_where, body) => {
    expect(wordsOf(JSON.stringify(body))).toBeUndefined();
  });

  it("are passed on in a frame otherwise", () => {
    expect(wordsOf(JSON.stringify({ detail: { message: "No row was found" } }))).toBeDefined();
  });
});

it.each([null, [], "error", 1, { error: false }, { error: "true" }, { message: "done" }])(
  "%j is no failure within a success",
  (body) => {
    expect(failureInside(body)).toBeUndefined();
  },
);
