import { NAME } from "../../../src/dav/names.ts";
import type { Answer, TestServer } from "../../servers/test-server.ts";
import { newCalendar } from "../against-every-server.ts";
import { event, journal, plainEvent, todo, uidOf } from "../objects.ts";
import { only, propfind } from "../requests.ts";
import { type Ability, refused, yesOrNo } from "./ability.ts";

const STALE = '"no-such-version"';
const STORED = [201, 204];

function put(server: TestServer, url: string, body: string, headers: Record<string, string> = {}) {
  const type = { "content-type": "text/calendar; charset=utf-8" };
  return server.request("PUT", url, { headers: { ...type, ...headers }, body });
}

/** An event that is stored already, and then one more request about it. */
async function withStored(
  server: TestServer,
  then: (url: string, uid: string) => Promise<Answer>,
): Promise<Answer> {
  const { object } = await newCalendar(server, ["VEVENT"]);
  const uid = uidOf("stored");
  await server.put(object("a.ics"), plainEvent(uid));
  return await then(object("a.ics"), uid);
}

const INVITING =
  "DTSTART:20350914T090000Z\nDTEND:20350914T100000Z\nORGANIZER:mailto:ada@example.org\n" +
  "ATTENDEE:mailto:ada@example.org\nATTENDEE:mailto:grace@example.org";

/** What is taken, what is refused, and under which tag it is kept. */
export const STORING: Ability[] = [
  {
    says: "makes a calendar for the components asked for",
    program: "goes by what the calendar says it takes",
    probe: async (server) => {
      const { url } = await newCalendar(server, ["VEVENT"]);
      const found = only(await propfind(server, url, "0", "<C:supported-calendar-component-set/>"));
      const kept = found.props
        .get(NAME.supportedComponents)
        ?.children.map((comp) => comp.attributes.get("name"));
      return kept?.length === 1 && kept[0] === "VEVENT" ? "yes" : "no (takes everything)";
    },
  },
  {
    says: "refuses a task in a calendar of events",
    program: "refuses it itself",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      return refused((await put(server, object("a.ics"), todo(uidOf("task"), "SUMMARY:Task"))).status);
    },
  },
  {
    says: "stores journal entries",
    program: "offers them where a calendar takes them",
    probe: async (server) => {
      const { object } = await newCalendar(server);
      const answer = await put(server, object("a.ics"), journal(uidOf("journal"), "SUMMARY:Entry"));
      return yesOrNo(STORED.includes(answer.status));
    },
  },
  {
    says: "stores an event without a length",
    program: "gives a new event an end",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      const answer = await put(server, object("a.ics"), event(uidOf("point"), "DTSTART:20260914T090000Z"));
      return STORED.includes(answer.status) ? "yes" : `no (${answer.status})`;
    },
  },
  {
    says: "keeps an entry byte for byte",
    program: "reads an entry back after each write",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      const lines = 'SUMMARY: Ünï \nX-ODD;X-P="a,b":1\\;2\nCATEGORIES:a\\,b,c\nDTSTART:20260914T090000Z';
      const text = event(uidOf("bytes"), `${lines}\nDTEND:20260914T100000Z`);
      await server.put(object("a.ics"), text);
      return yesOrNo((await server.get(object("a.ics"))).text === text);
    },
  },
  {
    says: "answers a PUT with the ETag",
    program: "takes the ETag for a write from a read",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      const plain = await put(server, object("a.ics"), plainEvent(uidOf("tagged")));
      const inviting = await put(server, object("b.ics"), event(uidOf("inviting"), INVITING));
      if (!plain.headers.has("etag")) return "no";
      return inviting.headers.has("etag") ? "yes" : "not for an invitation";
    },
  },
  {
    says: "gives a compressed entry a strong ETag",
    program: "reads entries uncompressed",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      // Servers compress what is long enough to be worth it.
      const long = plainEvent(uidOf("long")).replace("SUMMARY:", `SUMMARY:${"long ".repeat(1_000)}`);
      await server.put(object("a.ics"), long);
      const headers = { "accept-encoding": "gzip, br" };
      const answer = await server.request("GET", object("a.ics"), { headers });
      return answer.headers.get("etag")?.startsWith("W/") === true ? "no (`W/`)" : "yes";
    },
  },
  {
    says: "replaces nothing under `If-None-Match: *`",
    program: "takes an unguessable name for a new entry as well",
    probe: async (server) =>
      refused(
        (await withStored(server, (url, uid) => put(server, url, plainEvent(uid), { "if-none-match": "*" })))
          .status,
      ),
  },
  {
    says: "replaces nothing under an outdated `If-Match`",
    program: "sends it with each change",
    probe: async (server) =>
      refused(
        (await withStored(server, (url, uid) => put(server, url, plainEvent(uid), { "if-match": STALE })))
          .status,
      ),
  },
  {
    says: "deletes nothing under an outdated `If-Match`",
    program: "compares the ETag itself before a deletion as well",
    probe: async (server) =>
      refused(
        (await withStored(server, (url) => server.request("DELETE", url, { headers: { "if-match": STALE } })))
          .status,
      ),
  },
  {
    says: "takes no weak tag in `If-Match`",
    program: "never sends one",
    probe: async (server) => {
      const answer = await withStored(server, async (url, uid) => {
        const tag = (await server.get(url)).headers.get("etag");
        return put(server, url, plainEvent(uid), { "if-match": `W/${tag}` });
      });
      return refused(answer.status);
    },
  },
  {
    says: "refuses a UID twice in one calendar",
    program: "makes a new UID for each entry",
    probe: async (server) => {
      const answer = await withStored(server, (url, uid) =>
        put(server, new URL("b.ics", url).href, plainEvent(uid)),
      );
      return answer.status === 207 ? "yes (207 with a failure inside)" : refused(answer.status);
    },
  },
  {
    says: "refuses a UID twice in one account",
    program: "moves by MOVE, and copies only where that is missing",
    probe: async (server) => {
      const other = await newCalendar(server, ["VEVENT"]);
      return refused(
        (await withStored(server, (_url, uid) => put(server, other.object("b.ics"), plainEvent(uid)))).status,
      );
    },
  },
  {
    says: "refuses what is no calendar",
    program: "takes 200, 201 and 204 alone for success",
    probe: async (server) => {
      const { object } = await newCalendar(server, ["VEVENT"]);
      const { status } = await put(server, object("a.ics"), "no calendar");
      return status === 207 ? "yes (207 with a failure inside)" : refused(status, [400, 403, 409, 412, 415]);
    },
  },
  {
    says: "moves an entry to another calendar (MOVE)",
    program: "copies, checks and deletes where that is missing and nobody is invited",
    probe: async (server) => {
      const to = await newCalendar(server, ["VEVENT"]);
      const { status } = await withStored(server, (url) =>
        server.request("MOVE", url, { headers: { destination: to.object("moved.ics"), overwrite: "F" } }),
      );
      return `${yesOrNo(STORED.includes(status))} (${status})`;
    },
  },
];
