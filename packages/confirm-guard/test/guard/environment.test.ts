import { describe, expect, it } from "vitest";

import { readElicitation } from "../../src/index.ts";

describe("ELICITATION", () => {
  it.each([undefined, "", "  ", "true", "TRUE", " True "])("%j means on", (value) => {
    expect(readElicitation({ ELICITATION: value })).toBe(true);
  });

  it.each(["false", "FALSE", " False\n"])("%j means off", (value) => {
    expect(readElicitation({ ELICITATION: value })).toBe(false);
  });

  it.each(["1", "0", "off", "yes", "no", "tru", "null"])(
    "%j stops the server with one line that names both values",
    (value) => {
      expect(() => readElicitation({ ELICITATION: value })).toThrow(
        expect.objectContaining({
          code: "bad-elicitation",
          message: "ELICITATION must be true or false; leave it out for true.",
        }),
      );
    },
  );

  it("is on where it is not set, inherited keys included", () => {
    expect(readElicitation({})).toBe(true);
    expect(readElicitation(Object.create({ ELICITATION: "false" }))).toBe(true);
  });
});
