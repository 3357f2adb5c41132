import { describe, expect, it } from "vitest";
import { DELETE } from "../src/annotations.ts";
import { reportOnSettings, toolLines } from "../src/check-report.ts";

const PROGRAM = { name: "notes-mcp", version: "1.0.0" };

const reportOn = (url: string, guarded: readonly string[] = [], { elicitation } = { elicitation: true }) =>
  reportOnSettings(
    {
      account: { url: new URL(url) },
      timezone: "UTC",
      readOnly: false,
      insecureTls: false,
      allow: undefined,
      deny: undefined,
      elicitation,
    },
    {
      tools: guarded.map((name) => ({
        name,
        title: name,
        essential: false,
        guarded: true,
        annotations: DELETE,
      })),
      prefix: "NOTES",
    },
  );

describe("the warning about plain http", () => {
  it.each(["http://raspberrypi.local:9925/", "http://192.0.2.7/", "http://[2001:db8::7]/"])(
    "comes where the credentials cross a network: %s",
    (url) => {
      const [warning, ...more] = reportOn(url).warnings;
      expect(warning).toMatch(/^NOTES_ALLOW_PLAINTEXT is in use: credentials and data cross the network/);
      expect(more).toEqual([]);
    },
  );

  it.each(["https://notes.example.org/", "http://127.0.0.1:9925/", "http://localhost/", "http://[::1]:80/"])(
    "does not come where they do not: %s",
    (url) => {
      expect(reportOn(url).warnings).toEqual([]);
    },
  );
});

describe("the line about tools that ask", () => {
  const lineOf = (...about: Parameters<typeof reportOn>) => toolLines(reportOn(...about), PROGRAM)[1];
  const NOTES = "https://notes.example.org/";

  it("counts them", () => {
    expect(lineOf(NOTES, ["drop", "merge"])).toBe("These 2 ask a person first: drop, merge");
    expect(lineOf(NOTES, ["drop", "merge"], { elicitation: false })).toBe(
      "These 2 would ask a person first: drop, merge",
    );
  });

  it("speaks of a single one in the singular", () => {
    expect(lineOf(NOTES, ["drop"])).toBe("This one asks a person first: drop");
    expect(lineOf(NOTES, ["drop"], { elicitation: false })).toBe("This one would ask a person first: drop");
  });

  it("says that there is none", () => {
    expect(lineOf(NOTES)).toBe("No tool that asks a person is offered.");
  });
});
