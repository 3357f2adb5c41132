import { NAME } from "../../../src/dav/names.ts";
import type { TestServer } from "../../servers/test-server.ts";
import { hrefIn, only, propfind, responsesOf } from "../requests.ts";
import { newCalendar } from "../against-every-server.ts";
import { event, uidOf } from "../objects.ts";
import { type Ability, yesOrNo } from "./ability.ts";

async function principalOf(server: TestServer, props: string) {
  const root = only(await propfind(server, "/", "0", "<current-user-principal/>"));
  const principal = hrefIn(root, NAME.currentUserPrincipal) ?? "/";
  return only(await propfind(server, principal, "0", props));
}

async function featuresOf(server: TestServer): Promise<string[]> {
  const { url } = await newCalendar(server, ["VEVENT"]);
  const { headers } = await server.request("OPTIONS", url);
  return (headers.get("dav") ?? "").split(",").map((token) => token.trim());
}

/** How an account is found, and what is said about mail between accounts. */
export const FINDING: Ability[] = [
  {
    says: "leads on from `/.well-known/caldav`",
    program: "tries it, and the configured address itself",
    probe: async (server) => {
      const answer = await server.request("PROPFIND", "/.well-known/caldav", { headers: { depth: "0" } });
      const leads = [301, 302, 307, 308].includes(answer.status) && answer.headers.get("location") !== null;
      return `${yesOrNo(leads)} (${answer.status})`;
    },
  },
  {
    says: "wants a password",
    program: "sends it to the configured host alone",
    probe: async (server) => {
      const home = new URL("..", server.calendarUrl("any"));
      const answer = await fetch(home, { method: "PROPFIND", headers: { depth: "0" } });
      await answer.arrayBuffer();
      return yesOrNo(answer.status === 401);
    },
  },
  {
    says: "keeps other collections beside the calendars",
    program: "lists calendars alone",
    probe: async (server) => {
      const { name } = await newCalendar(server, ["VEVENT"]);
      const home = new URL("..", server.calendarUrl(name)).pathname;
      const listed = responsesOf(await propfind(server, home, "1", "<resourcetype/>"));
      const others = listed.filter(({ href, props }) => {
        const types = props.get(NAME.resourcetype)?.children.map((type) => type.name) ?? [];
        return href !== home && !types.includes(NAME.calendar);
      });
      return others.length === 0 ? "no" : others.map(({ href }) => href.split("/").at(-2) ?? "").join(", ");
    },
  },
  {
    says: "names `calendar-auto-schedule` among its features",
    program: "compares whole names",
    probe: async (server) => {
      const features = await featuresOf(server);
      if (features.includes("calendar-auto-schedule")) return "yes";
      const alike = features.find((feature) => feature.startsWith("calendar-auto-schedul"));
      return alike === undefined ? "no" : `no (\`${alike}\`)`;
    },
  },
  {
    says: "has an inbox and an outbox for invitations",
    program: "wants both before it says that the server schedules",
    probe: async (server) => {
      const found = await principalOf(server, "<C:schedule-inbox-URL/><C:schedule-outbox-URL/>");
      const inbox = hrefIn(found, NAME.scheduleInboxUrl) !== undefined;
      const outbox = hrefIn(found, NAME.scheduleOutboxUrl) !== undefined;
      if (inbox === outbox) return yesOrNo(inbox);
      return inbox ? "inbox alone" : "outbox alone";
    },
  },
  {
    says: "knows the account's mail address",
    program: "takes CALDAV_USER_EMAIL otherwise",
    probe: async (server) => {
      const found = await principalOf(server, "<C:calendar-user-address-set/>");
      const addresses = found.props
        .get(NAME.calendarUserAddressSet)
        ?.children.map(({ text }) => text.trim())
        .filter((text) => text !== "");
      if (addresses === undefined || addresses.length === 0) return "no";
      return addresses.some((address) => address.startsWith("mailto:")) ? "yes" : "no (a path)";
    },
  },
  {
    says: "delivers an invitation that is stored",
    program: "says before a change whether people will be told, or that this is unknown",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      const organiser = server.address ?? "mailto:ada@example.org";
      const guest = server.secondUser?.address ?? "mailto:grace@example.org";
      const lines =
        "DTSTART:20350914T090000Z\nDTEND:20350914T100000Z\n" +
        `ORGANIZER:${organiser}\nATTENDEE;PARTSTAT=ACCEPTED:${organiser}\nATTENDEE:${guest}`;
      await server.put(object("invitation.ics"), event(uidOf("invitation"), lines));
      return yesOrNo((await server.get(object("invitation.ics"))).text.includes("SCHEDULE-STATUS"));
    },
  },
];
