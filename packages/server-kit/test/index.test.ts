import { expect, it } from "vitest";

import * as kit from "../src/index.ts";

it("the package offers these names and no others", () => {
  expect(Object.keys(kit).toSorted()).toMatchInlineSnapshot();
});
