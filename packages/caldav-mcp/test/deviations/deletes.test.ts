import { textOf } from "confirm-guard/testing";
import { describe, expect, it } from "vitest";
import { readXml } from "../../src/dav/xml.ts";
import { remove, seed, state, WHATS, WRITES } from "./deletions.ts";
import * as bad from "./deviations.ts";
import { limitsWith, list, onDay, openDesk, shown } from "./desk.ts";
import type { Deviation } from "./proxy.ts";

const UNTOUCHED = /nothing was changed/i;
const OPEN = /most likely not carried out/;

describe("a write that the server did not carry out", () => {
  const CASES: Record<string, [Deviation, RegExp]> = {
    "200 with a login page": [bad.html(200), OPEN],
    "202": [bad.says(202), OPEN],
    "207": [bad.says(207), OPEN],
    "207 with a 412 inside": [bad.inside(412), UNTOUCHED],
    "207 with a 502 inside": [bad.inside(502), OPEN],
    "207 with a 403 for another entry": [
      bad.both(
        bad.hrefs(() => "/calendars/ada/events/z.ics"),
        bad.inside(403),
      ),
      OPEN,
    ],
    "302 to a login page": [bad.redirect("/login"), OPEN],
    "303": [bad.redirect("/calendars/ada/events/", 303), OPEN],
    "408": [bad.says(408), OPEN],
    "499": [bad.says(499), OPEN],
    "a redirect to another host": [bad.redirect("http://127.0.0.1:9/", 307), UNTOUCHED],
    "a redirect on the same host": [bad.redirect("/calendars/ada/other/", 308), UNTOUCHED],
    "304": [
      async () => ({ ...(await bad.says(304)({} as never, {} as never)), body: Buffer.alloc(0) }),
      OPEN,
    ],
    "400": [bad.says(400), UNTOUCHED],
    "401": [bad.says(401), UNTOUCHED],
    "403": [bad.says(403), UNTOUCHED],
    "404": [bad.says(404), UNTOUCHED],
    "409": [bad.says(409), UNTOUCHED],
    "412": [bad.says(412), UNTOUCHED],
    "423": [bad.says(423), UNTOUCHED],
    "429 with a time": [bad.says(429, { headers: { "retry-after": "0" } }), UNTOUCHED],
    "500": [bad.says(500), OPEN],
    "501": [bad.says(501), UNTOUCHED],
    "502": [bad.says(502), OPEN],
    "503 with a time": [bad.says(503, { headers: { "retry-after": "0" } }), OPEN],
    "504": [bad.says(504), OPEN],
    "507": [bad.says(507), UNTOUCHED],
    "an error without end": [bad.endless("<p>", 403), UNTOUCHED],
    "a bomb": [bad.bomb("gzip", 500), OPEN],
    "a hang-up": [bad.hangUp, OPEN],
    silence: [bad.neverAnswers, OPEN],
  };
  const rows = Object.entries(CASES).flatMap(([name, [deviation, says]]) =>
    WHATS.map((what) => ({ name, deviation, says, what })),
  );

  it.each(rows)("of $what, answered by $name, is not reported as done", async ({ deviation, says, what }) => {
    await using desk = await openDesk({ script: ["yes"], limits: limitsWith(deviation) });
    seed(desk);
    desk.proxy.bend({ method: WRITES[what].method }, deviation);
    const result = await remove(desk, what);
    expect(state(desk, what)).toBe("as it was");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(says);
    expect(desk.proxy.count({ method: WRITES[what].method })).toBe(1);
    expect(desk.person.questions).toHaveLength(1);
  });
});

describe("a write that the server carried out", () => {
  const CASES: Record<string, Deviation> = {
    "the answer is lost": bad.doneBut(bad.hangUp),
    "no answer comes": bad.doneBut(bad.neverAnswers),
    "it says 202": bad.doneBut(bad.says(202)),
    "it says 207": bad.doneBut(bad.says(207)),
    "it says 500": bad.doneBut(bad.says(500)),
    "it says 502": bad.doneBut(bad.says(502)),
    "it says 503": bad.doneBut(bad.says(503)),
    "it says 503 with a time": bad.doneBut(bad.says(503, { headers: { "retry-after": "0" } })),
    "it says 504": bad.doneBut(bad.says(504)),
    "it says 504 without end": bad.doneBut(bad.endless("<p>", 504)),
    "it says 302": bad.doneBut(bad.redirect("/calendars/ada/events/")),
    "it says 408": bad.doneBut(bad.says(408)),
    "it says 200 with a page": bad.doneBut(bad.html(200)),
    "it says 200 without end": bad.doneBut(bad.endless("<p>", 200)),
    "it says 200 with a bomb": bad.doneBut(bad.bomb("br", 200)),
    "it says 201 and hangs up inside the body": bad.doneBut(
      bad.both(bad.hangUpInside, bad.says(201, { body: "<html>".repeat(1_000) })),
    ),
    "it says 200 in an encoding that it is not in": bad.doneBut(
      bad.says(200, { headers: { "content-encoding": "gzip" } }),
    ),
    "it gives no ETag": bad.noETag,
    "it gives a weak ETag": bad.weak,
    "it gives two ETags": bad.header("etag", ['"a"', '"b"']),
    "it names another place": bad.header("location", "https://elsewhere.test/x.ics"),
  };
  const rows = Object.entries(CASES).flatMap(([name, deviation]) =>
    WHATS.map((what) => ({ name, deviation, what })),
  );

  it.each(rows)("of $what is never reported as failed, although $name", async ({ deviation, what }) => {
    await using desk = await openDesk({ script: ["yes"], limits: limitsWith(deviation) });
    seed(desk);
    desk.proxy.bend({ method: WRITES[what].method }, deviation);
    const result = await remove(desk, what);
    expect(state(desk, what)).toBe("deleted");
    expect(shown(result)["deleted"]).toBe(1);
    expect(desk.proxy.count({ method: WRITES[what].method })).toBe(1);
  });
});

describe("a write that the server carries out after a gateway has answered for it", () => {
  const rows = [202, 207, 303, 408, 499, 500, 502, 503, 504, 524].flatMap((status) =>
    WHATS.map((what) => ({ status, what })),
  );

  it.each(rows)("of $what with $status is not reported as changing nothing", async ({ status, what }) => {
    await using desk = await openDesk({ script: ["yes"] });
    seed(desk);
    let late: () => Promise<unknown> = () => Promise.reject(new Error("Nothing was sent."));
    desk.proxy.bend({ method: WRITES[what].method }, async (asked, forward) => {
      late = () => forward(asked);
      return bad.says(status)(asked, forward);
    });
    const result = await remove(desk, what);
    await late();
    expect(state(desk, what)).toBe("deleted");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(OPEN);
    expect(textOf(result)).not.toMatch(UNTOUCHED);
  });
});

describe("a write whose answer is lost, and after which the server is gone", () => {
  it.each(WHATS)("of %s is reported as not known", async (what) => {
    await using desk = await openDesk({ script: ["yes"] });
    seed(desk);
    const { method, name } = WRITES[what];
    desk.proxy.bend({ method }, async (asked, forward) => {
      desk.proxy.bend({ method: "GET", path: new RegExp(name) }, bad.hangUp);
      return bad.doneBut(bad.hangUp)(asked, forward);
    });
    const result = await remove(desk, what);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toMatch(/not known whether it was carried out/);
  });
});

describe("several events on one question", () => {
  it("are told apart when one write fails, one is lost and one is done", async () => {
    await using desk = await openDesk({ script: ["yes"] });
    for (const [index, name] of ["a", "b", "c", "d"].entries())
      desk.seed(`${name}.ics`, onDay(name, index + 1));
    desk.proxy.bend({ method: "DELETE", path: /b\.ics/ }, bad.says(403));
    desk.proxy.bend({ method: "DELETE", path: /c\.ics/ }, bad.doneBut(bad.hangUp));
    desk.proxy.bend({ method: "DELETE", path: /d\.ics/ }, bad.hangUp);
    const ids = (await list(desk)).events.map(({ id }) => id);
    const { deleted, results } = shown(await desk.call("delete_event", { ids })) as {
      deleted: number;
      results: { outcome: string; reason?: string }[];
    };
    expect(deleted).toBe(2);
    expect(results.map(({ outcome }) => outcome)).toEqual(["deleted", "not-deleted", "deleted", "unknown"]);
    expect(results[1]?.reason).toMatch(/does not allow this.*Nothing was changed/);
    expect(["a", "b", "c", "d"].map((name) => desk.stored(`${name}.ics`) === undefined)).toEqual([
      true,
      false,
      true,
      false,
    ]);
  });
});

it("the proxy leaves good answers well-formed", async () => {
  await using desk = await openDesk();
  seed(desk);
  desk.proxy.bend(
    {},
    bad.etags((etag) => etag),
  );
  desk.proxy.bend(
    { method: "PROPFIND" },
    bad.edited((answered) => {
      expect(readXml(answered.body.toString()).name).toBe("{DAV:}multistatus");
      return answered;
    }),
  );
  expect((await list(desk)).count).toBe(7);
});
