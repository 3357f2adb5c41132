import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entryUrl,
  fitsId,
  isWithin,
  isSamePlace,
  lastSegment,
  placeKey,
  readHref,
  resourceUnder,
} from "../../src/dav/href.ts";

const BASE = new URL("https://dav.example.org/cloud/dav/home/");
const WORK = new URL("https://dav.example.org/cal/team/");

describe("an href", () => {
  it("that is an absolute path is joined to the origin, not to the sub-path (F07)", () => {
    expect(readHref("/cloud/dav/home/team/", BASE)).toEqual({
      url: new URL("https://dav.example.org/cloud/dav/home/team/"),
      path: "/cloud/dav/home/team/",
    });
  });

  it("keeps the server's spelling of the path", () => {
    for (const path of [
      "/c/a%40b/",
      "/c/a@b/",
      "/c/%c3%bc/",
      "/c/%C3%BC/",
      "/c/ü/",
      "/c/a%2Fb/",
      "/c/a;b=1/",
    ]) {
      expect(readHref(path, BASE)?.path).toBe(path);
      expect(readHref(`https://dav.example.org${path}`, BASE)?.path).toBe(path);
    }
  });

  it("that is relative is resolved against the address that answered", () => {
    expect(readHref("team/", BASE)?.path).toBe("/cloud/dav/home/team/");
  });

  it("may stand between blanks and line breaks", () => {
    expect(readHref("\n   /c/x/\n", BASE)?.path).toBe("/c/x/");
  });

  it("written for http by a server behind a TLS proxy means the https host it came from", () => {
    expect(readHref("http://dav.example.org/c/", BASE)?.url.href).toBe("https://dav.example.org/c/");
    expect(readHref("http://dav.example.org:8080/c/", BASE)?.url.href).toBe("http://dav.example.org:8080/c/");
    expect(readHref("http://other.test/c/", BASE)?.url.href).toBe("http://other.test/c/");
  });

  it.each([
    "",
    "   ",
    "/c/../d/",
    "/c/./d/",
    "/c/%2e%2e/d/",
    "/c/.%2E/d/",
    "..",
    "/c\\d/",
    "/c/a\u0000b/",
    "/c/a\nb/",
    "/c/?x=1",
    "/c/#x",
    "https://ada:pw@dav.example.org/c/",
    "ftp://dav.example.org/c/",
    "mailto:ada@example.org",
    "javascript:alert(1)",
    "https://",
    `/${"a".repeat(9_000)}`,
  ])("%j is refused", (href) => {
    expect(readHref(href, BASE)).toBeUndefined();
  });

  it("that is accepted still names, after parsing, the path that was sent", () => {
    const property = fc.property(fc.webPath(), (path) => {
      const href = readHref(path === "" ? "/" : path, BASE);
      return href === undefined || href.url.pathname === href.path;
    });
    expect(fc.check(property)).toMatchObject({ failed: false });
  });
});

describe("the address of an entry", () => {
  it("is the calendar's address plus one segment", () => {
    expect(entryUrl(WORK, "a%20b.ics")?.pathname).toBe("/cal/team/a%20b.ics");
    expect(entryUrl(WORK, "urn:uuid:1.ics")?.href).toBe("https://dav.example.org/cal/team/urn:uuid:1.ics");
    expect(entryUrl(new URL("https://dav.example.org/cal/team"), "a.ics")?.pathname).toBe("/cal/team/a.ics");
  });

  it.each([
    "",
    // The URL parser would make another name of these, so two ids could mean one entry.
    "a b.ics",
    "a.ics ",
    "ü.ics",
    ".",
    "..",
    ".a.ics",
    "a/b",
    "/a",
    "a\\b",
    "a%2fb",
    "a%2Fb",
    "%2e%2e",
    "a%2Eics",
    "a%00",
    "a\u0000",
    "a?b",
    "a#b",
    "a\nb",
  ])("does not exist for the name %j", (name) => {
    expect(entryUrl(WORK, name)).toBeUndefined();
  });

  it("never leaves the calendar, whatever the name", () => {
    const names = fc.oneof(fc.string({ unit: "binary" }), fc.webPath(), fc.webUrl());
    const property = fc.property(names, (name) => {
      const url = entryUrl(WORK, name);
      if (url === undefined) return true;
      const oneSegment = /^\/cal\/team\/[^/]+$/.test(url.pathname);
      return url.origin === WORK.origin && oneSegment && url.search + url.hash === "";
    });
    expect(fc.check(property, { numRuns: 1_000 })).toMatchObject({ failed: false });
  });
});

describe("the name of a listed entry", () => {
  const nameOf = (href: string, calendar = WORK) => {
    const read = readHref(href, calendar);
    return read && resourceUnder(calendar, read);
  };

  it("is the last segment, byte for byte", () => {
    expect(nameOf("/cal/team/%c3%bc%20b.ics")).toBe("%c3%bc%20b.ics");
    expect(nameOf("/cal/team/no-extension")).toBe("no-extension");
  });

  it("is found when the server spells the calendar's path another way", () => {
    expect(nameOf("/c/a@b/x.ics", new URL("https://dav.example.org/c/a%40b/"))).toBe("x.ics");
    expect(nameOf("/c/%c3%bc/x.ics", new URL("https://dav.example.org/c/%C3%BC/"))).toBe("x.ics");
  });

  it.each([
    "/cal/team/",
    "/cal/team/sub/x.ics",
    "/cal/other/x.ics",
    "/cal/teamx.ics",
    "https://other.test/cal/team/x.ics",
  ])("is none for %s", (href) => {
    expect(nameOf(href)).toBeUndefined();
  });
});

describe("places", () => {
  it("are within a collection by whole segments, on one origin", () => {
    const home = new URL("https://dav.example.org/cal/");
    expect(isWithin(home, WORK)).toBe(true);
    expect(isWithin(home, new URL("https://dav.example.org/calendars/x/"))).toBe(false);
    expect(isWithin(home, new URL("https://dav.example.org/cal"))).toBe(true);
    expect(isWithin(WORK, home)).toBe(false);
    expect(isWithin(home, new URL("https://other.test/cal/team/"))).toBe(false);
    expect(isWithin(new URL("https://dav.example.org/"), WORK)).toBe(true);
  });

  it("are the same with and without the slash at the end, and however they are encoded", () => {
    expect(isSamePlace(WORK, new URL("https://dav.example.org/cal/team"))).toBe(true);
    expect(isSamePlace(WORK, new URL("https://dav.example.org/c%61l/team/"))).toBe(true);
    expect(isSamePlace(new URL("https://x.test/a%2Fb"), new URL("https://x.test/a/b"))).toBe(false);
    expect(isSamePlace(new URL("https://x.test/%ff"), new URL("https://x.test/%ff/"))).toBe(true);
  });

  it("are the same exactly when their keys are", () => {
    const segment = fc.constantFrom(
      "a",
      "b",
      "%61",
      "a%20b",
      "%2F",
      "%2f",
      "%252F",
      "%ff",
      "%zz",
      "@",
      "%40",
      "",
    );
    const place = fc
      .tuple(fc.constantFrom("https://x.test", "https://y.test"), fc.array(segment, { maxLength: 3 }))
      .map(([origin, segments]) => new URL([origin, ...segments].join("/")));
    const property = fc.property(place, place, (one, other) => {
      expect(isSamePlace(one, other)).toBe(placeKey(one) === placeKey(other));
      expect(!isSamePlace(one, other) || isWithin(one, other)).toBe(true);
    });
    expect(fc.check(property, { numRuns: 2_000 })).toMatchObject({ failed: false });
  });
});

describe("a path as an id", () => {
  it.each(["/c/x/", "/c/a%20b/", "/c/ü/"])("%s can be printed", (path) => {
    expect(fitsId(path)).toBe(true);
  });

  it.each([
    "/c/a b/",
    "/c/<b>/",
    '/c/"/',
    "/c/\u200b/",
    "/c/\u202e/",
    "/c/\u{e0041}/",
    "/c/\t/",
    "c/x",
    `/${"a".repeat(1_100)}`,
  ])("%j cannot", (path) => {
    expect(fitsId(path)).toBe(false);
  });

  it("has a last segment", () => {
    expect([lastSegment("/c/x/"), lastSegment("/c/x"), lastSegment("/")]).toEqual(["x", "x", ""]);
  });
});
