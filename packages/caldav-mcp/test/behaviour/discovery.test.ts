import { describe, expect, it } from "vitest";
import { NAME } from "../../src/dav/names.ts";
import { againstEveryServer, newCalendar, onServer } from "./against-every-server.ts";
import { plainEvent } from "./objects.ts";
import { hrefIn, only, propfind, responsesOf } from "./requests.ts";

againstEveryServer((server, name) => {
  const principal = async (): Promise<string> => {
    const root = only(await propfind(server(), "/", "0", "<current-user-principal/>"));
    return hrefIn(root, NAME.currentUserPrincipal) ?? "";
  };
  const homeSet = async (): Promise<string> => {
    const found = only(await propfind(server(), await principal(), "0", "<C:calendar-home-set/>"));
    return new URL(hrefIn(found, NAME.calendarHomeSet) ?? "", server().url).pathname;
  };

  describe("discovery", () => {
    it("leads from the well-known address to where discovery begins", async () => {
      const answer = await server().request("PROPFIND", "/.well-known/caldav", { headers: { depth: "0" } });
      expect(answer.status).toBe(onServer(name, 301, { xandikos: 302 }));
      const there = new URL(answer.headers.get("location") ?? "", server().url).href;
      expect(there).toBe(new URL(onServer(name, "/", { cyrus: "/dav/calendars" }), server().url).href);
    });

    it("leads from the root to the principal and on to the home of its calendars", async () => {
      const { name: calendar, url } = await newCalendar(server());
      const home = await homeSet();
      const listed = responsesOf(await propfind(server(), home, "1", "<resourcetype/>"));
      const calendars = listed.filter((one) =>
        one.props.get(NAME.resourcetype)?.children.some((type) => type.name === NAME.calendar),
      );
      expect(calendars.map(({ href }) => href)).toContain(new URL(url).pathname);
      expect(new URL(server().calendarUrl(calendar)).pathname).toBe(`${home}${calendar}/`);
    });

    it("asks for credentials before it says anything", async () => {
      const place = new URL(server().calendarUrl(".."));
      const answer = await fetch(place, { method: "PROPFIND", headers: { depth: "0" } });
      await answer.arrayBuffer();
      expect(answer.status).toBe(onServer(name, 401, { xandikos: 207 }));
      expect(answer.headers.get("www-authenticate")).toEqual(
        onServer(name, expect.stringMatching(/^Basic\b/), { xandikos: null }),
      );
    });

    it("refuses a wrong password", async () => {
      const authorization = `Basic ${Buffer.from(`${server().user}:wrong`).toString("base64")}`;
      const place = server().calendarUrl("..");
      const answer = await server().request("PROPFIND", place, { headers: { authorization, depth: "0" } });
      expect(answer.status).toBe(onServer(name, 401, { xandikos: 207 }));
    });

    it("names calendar-access among its features", async () => {
      const { url } = await newCalendar(server());
      const answer = await server().request("OPTIONS", url);
      const features = (answer.headers.get("dav") ?? "").split(",").map((token) => token.trim());
      expect(features).toEqual(expect.arrayContaining(["1", "calendar-access"]));
      // Xandikos 0.2.8 writes calendar-auto-scheduling, which is no name of the standard.
      expect(features.includes("calendar-auto-schedule")).toBe(onServer(name, false, { cyrus: true }));
    });
  });

  describe("a calendar's properties", () => {
    it("say its name and which components it takes", async () => {
      const { name: calendar, url } = await newCalendar(server(), ["VEVENT", "VTODO"]);
      const props = "<displayname/><C:supported-calendar-component-set/><resourcetype/>";
      const found = only(await propfind(server(), url, "0", props));
      expect(found.props.get(NAME.displayname)?.text).toBe(calendar);
      const components = found.props
        .get(NAME.supportedComponents)
        ?.children.map((comp) => comp.attributes.get("name"))
        .sort();
      expect(components).toEqual(
        onServer(name, ["VEVENT", "VTODO"], { xandikos: ["VEVENT", "VFREEBUSY", "VJOURNAL", "VTODO"] }),
      );
    });

    it("give a tag that changes with each change of an object", async () => {
      const { url, object } = await newCalendar(server());
      const tag = async (): Promise<string> => {
        const found = only(await propfind(server(), url, "0", "<CS:getctag/>"));
        return found.props.get("{http://calendarserver.org/ns/}getctag")?.text ?? "";
      };
      const before = await tag();
      await server().put(object("a.ics"), plainEvent("tag@example.org"));
      const between = await tag();
      await server().request("DELETE", object("a.ics"));
      expect(before).not.toBe("");
      expect(between).not.toBe(before);
      expect(await tag()).not.toBe(between);
    });

    it("say that the account may write", async () => {
      const { url } = await newCalendar(server());
      const found = only(await propfind(server(), url, "0", "<current-user-privilege-set/>"));
      const granted = found.props
        .get(NAME.currentUserPrivilegeSet)
        ?.children.flatMap((privilege) => privilege.children.map((one) => one.name));
      expect(granted).toEqual(expect.arrayContaining([onServer(name, NAME.write, { xandikos: NAME.all })]));
    });

    it("leave out what does not exist, without failing the rest", async () => {
      const { url } = await newCalendar(server());
      const answer = await propfind(server(), url, "0", '<resourcetype/><nothing xmlns="urn:example:x"/>');
      const found = only(answer);
      expect(found.props.has(NAME.resourcetype)).toBe(true);
      expect(found.props.has("{urn:example:x}nothing")).toBe(false);
      expect(answer.text).toContain("404");
    });
  });
});
