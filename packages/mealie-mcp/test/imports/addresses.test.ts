import { describe, expect, it } from "vitest";
import { refusePrivateAddresses } from "../../src/importing/addresses.ts";
import { readDocument } from "../../src/importing/document.ts";

const PUBLIC = /^(?:schema\.org|(?:[a-z]+\d*\.)?example\.(?:org|net))$/;

const reach = {
  lookup: async (host: string): Promise<readonly string[]> => {
    if (host.endsWith(".10.0.0.7.example.com")) return ["10.0.0.7"];
    if (PUBLIC.test(host)) return ["2000::7"];
    throw new Error("not found");
  },
  signal: new AbortController().signal,
};

const picture = (address: string): string => `<meta property="og:image" content="${address}">`;
const json = (address: string): string => JSON.stringify({ "@type": "Recipe", image: address });

describe("a pasted document", () => {
  it.each([
    ["an address in plain sight", picture("http://10.0.0.1/x")],
    ["a colon as a character reference", picture("http&#58;//169.254.169.254/x")],
    ["a colon by its name", picture("http&colon;//169.254.169.254/x")],
    ["slashes by their names", picture("http:&sol;&sol;169.254.169.254/x")],
    ["a dot by its name", picture("http://169&period;254.169.254/x")],
    ["a letter as a reference with zeros before it", picture("ht&#x0074;p://10.0.0.1/x")],
    ["references in two layers", picture("http&amp;#58;//10.0.0.1/x")],
    ["letters escaped in JSON", '<script>{"image":"\\u0068ttp://10.0.0.1/"}</script>'],
    ["slashes escaped in JSON", '<script>{"image":"http:\\u002f\\u002f10.0.0.1/"}</script>'],
    ["no scheme", picture("//10.0.0.1/x")],
    ["no scheme and no quotes", "<img src=//10.0.0.1/x>"],
    ["blanks and controls before it", picture(`${" ".repeat(500)}\u0001http://10.0.0.1/x`)],
    ["a line break within the scheme", picture("ht\ntp://10.0.0.1/x")],
    ["a tab between the slashes", picture("http:/&Tab;/10.0.0.1/x")],
    ["a backslash after a host that is not meant", picture("http://example.org\\@10.0.0.1/x")],
    ["a quotation mark in a user name", picture("http://example.org'@10.0.0.1/x")],
    ["an escaped quotation mark in a user name", picture("http://example.org&quot;@10.0.0.1/x")],
    ["a quotation mark of JSON in a user name", json('http://example.org"@10.0.0.1/x')],
    ["a blank in a user name", json("http://example.org @10.0.0.1/x")],
    ["a bracket in a user name", json("http://example.org<@10.0.0.1/x")],
    ["a text that is an address", "<b itemprop='image'> http://example.org'@10.0.0.1/x</b>"],
    ["a text in several elements", "<b itemprop='image'>http://example.org<i>@10.0.0.1/x</i></b>"],
    ["any user name", picture("http://ada:secret@example.org/x")],
    ["what is no host for everybody", picture("http://10.0.0.1%00/x")],
    ["a zone of an interface", picture("http://[fe80::1%25eth0]/x")],
    ["a name that the cloud keeps for itself", picture("http://metadata.google.internal/x")],
    ["a name that is not found from here", picture("http://postgres.mealie_default:5432/x")],
    ["a name that leads inside", picture("http://a.10.0.0.7.example.com/x")],
    [
      "an address behind more than a reader looks at",
      `${'<a href="http://example.org/">'.repeat(3_000)}<img src="http://10.0.0.1/x">`,
    ],
    [
      "more hosts than can be looked up",
      Array.from({ length: 101 }, (_, at) => `<img src="http://d${at}.example.net/">`).join(""),
    ],
  ])("is refused for %s", async (_what, document) => {
    await expect(refusePrivateAddresses(document, reach)).rejects.toThrow(/nothing was changed/i);
  });

  it.each([
    ["pictures on the internet", picture("https://a.example.org:8443/x.jpg?y=1#z")],
    [
      "a context and an address of mail",
      json("https://example.org/x").replace(
        "{",
        '{"@context":"https://schema.org","mail":"ada@example.org",',
      ),
    ],
    [
      "scripts with comments and parts of addresses",
      `<script>//comment\n//also/this\nlet a = "https://" + b + "//"; let c = \`https://\${host}/x\`</script>`,
    ],
    ["text that speaks of addresses", "<p>See https://example.org, or (http://a.example.org).</p>"],
  ])("passes with %s", async (_what, document) => {
    await expect(refusePrivateAddresses(document, reach)).resolves.toBeUndefined();
  });

  it("hands over the recipe in a script of a page alone, without the addresses around it", () => {
    const page = `<html><a href="http://10.0.0.1/">x</a><SCRIPT TYPE="application/ld+json">{"@graph":[${json("https://example.org/x")}]}</SCRIPT></html>`;
    const document = readDocument(page);
    expect(document.kind).toBe("json");
    expect(document.data).not.toContain("10.0.0.1");
  });

  it("hands over the whole page when its script is broken or holds no recipe", () => {
    const page =
      '<script type="application/ld+json">{"@type": </script><script type="application/ld+json">[1]</script>';
    expect(readDocument(page)).toEqual({ data: page, kind: "page", recipes: 1 });
  });
});
