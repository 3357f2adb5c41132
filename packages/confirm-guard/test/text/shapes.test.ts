import { expect, it } from "vitest";
import { clean, frame } from "../../src/index.ts";

const U = "https://example.org/p.png";

/** Ways to make a renderer fetch an address, or to come close; written for parsers that disagree with each other. */
const shapes = [
  `![](${U})`,
  `![alt](${U})`,
  `![a](<${U}>)`,
  `![a](${U} "t")`,
  `![a](${U} 't')`,
  `![a](${U} (t))`,
  `![a\nb](${U})`,
  `![a](\n${U}\n)`,
  `![a][r]\n\n[r]: ${U}`,
  `![r][]\n\n[r]: ${U}`,
  `![r]\n\n[r]: ${U}`,
  `![a [b] c](${U})`,
  `![a \\] b](${U})`,
  `![${"a".repeat(5_000)}](${U})`,
  `![${"[".repeat(50)}](${U})`,
  `!![a](${U})`,
  `!!![a](${U})`,
  `![![a](${U})](${U})`,
  `[![a](${U})](${U})`,
  `![a](${U})(${U})`,
  `![a](${U})![b](${U})`,
  `\\![a](${U})`,
  `\\\\![a](${U})`,
  `!\u200b[a](${U})`,
  `!\ufe0f[a](${U})`,
  `!\u{e0041}[a](${U})`,
  `!\u034f[a](${U})`,
  `!\u00ad[a](${U})`,
  `!\0[a](${U})`,
  `!\u202e[a](${U})`,
  `![[${U}]]`,
  `![[note|100]]`,
  `![a](data:image/png;base64,AAAA)`,
  `![a](//example.org/p)`,
  `![a](javascript:x)`,
  `<img src=${U}>`,
  `<IMG SRC="${U}">`,
  `<img\nsrc=${U}>`,
  `<img/src=${U}>`,
  `<img src=${U}`,
  `<<img src=${U}>`,
  `<\0img src=${U}>`,
  `<\u200bimg src=${U}>`,
  `<svg><image href=${U}>`,
  `<style>@import "${U}"</style>`,
  `<link rel=stylesheet href=${U}>`,
  `<iframe src=${U}></iframe>`,
  `<video poster=${U}>`,
  `<input type=image src=${U}>`,
  `<body background=${U}>`,
  `<a href=${U}>x</a>`,
  `</p><img src=${U}>`,
  `<!--><img src=${U}>-->`,
  `<![CDATA[<img src=${U}>]]>`,
  `<?xml-stylesheet href="${U}"?>`,
  `<${U}>`,
  `<mailto:a@example.org>`,
  `<x:img src=${U}>`,
  `<!doctype html [<!ENTITY a SYSTEM "${U}">]>`,
  `a<b>![c](${U})`,
];

it.each(shapes.map((shape) => [shape.slice(0, 60), shape]))("disarms %j", (_name, shape) => {
  const { text, report } = clean(shape);
  expect(text).not.toMatch(/!\[|<[A-Za-z/!?]/);
  expect(report.images + report.html).toBeGreaterThan(0);
});

it.each([
  `[menu](${U})`,
  U,
  "mailto:ada@example.org",
  "3 < 4 and 5 > 4",
  "wow! (really) [1]",
  "&#33;&#91;a](b)",
  "&lt;img&gt;",
  "\uff01\uff3ba\uff3d",
  "a ! [b]",
])("leaves %j alone", (text) => {
  expect(clean(text)).toMatchObject({ text, changed: false });
});

it("never replaces by a text that begins or ends a trigger", () => {
  expect(clean("!![![").text).toBe("!! [! [");
  expect(clean("<<a<</").text).toBe("<< a<< /");
});

it("holds in a frame as well, where lines meet markers", () => {
  const { text } = frame(shapes, { source: "test" });
  expect(text).not.toMatch(/!\[|<[A-Za-z/!?]/);
});
