import { expect, it } from "vitest";
import { isPlainId } from "../../src/index.ts";

it.each([
  "/calendars/team/",
  "event.d29yaw.MTIz",
  "caf\u00e9",
  "a%20b",
  "\u4e88\u5b9a",
  "x_y-z~1!@$&'()*+,;=:[]",
])("takes the id %j", (id) => {
  expect(isPlainId(id)).toBe(true);
});

it.each([
  "",
  "a b",
  "a\u00a0b",
  "a\nb",
  "a\tb",
  "a\0",
  "a\u200b",
  "a\u200d",
  "a\ufe0f",
  "a\u{e0041}",
  "a\u202e",
  "a\ue000",
  "a\ud800",
  "<b>",
  "a>b",
  'a"b',
  "![x](y)",
  "\u0301a",
  "e\u0301\u0301\u0301\u0301\u0301",
  "a\u2028b",
])("refuses the id %j", (id) => {
  expect(isPlainId(id)).toBe(false);
});
