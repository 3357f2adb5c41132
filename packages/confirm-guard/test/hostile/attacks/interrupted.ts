import { YES } from "../answers.ts";
import { asProcess, type Attack, overHttp, withManyClients } from "../attack.ts";
import { ACT, CALL, endOf, nextRecorded, openQuestion, recorded, stateOf, tool } from "../speech.ts";

/** Connections that end and processes that are told to, with a question open or a yes half read. */
export const INTERRUPTED: Attack[] = [
  {
    name: "stdin is closed with a question open",
    client: "dialogs",
    on: ({ transport }) => transport === "stdio",
    mount: async ({ server, stage }) => {
      const { raw, running } = await server();
      await (stage.era === "2025" ? openQuestion(raw) : stateOf(raw));
      await raw.close();
      return [await running.end("SIGTERM")];
    },
    ends: ["exit 0"],
  },
  ...(["SIGTERM", "SIGKILL"] as const).map((signal): Attack => ({
    name: `${signal} with a question open`,
    client: "dialogs",
    on: asProcess,
    mount: async ({ server, stage }) => {
      const { raw, running } = await server();
      await (stage.era === "2025" ? openQuestion(raw) : stateOf(raw));
      return [await running.end(signal)];
    },
    ends: [signal],
  })),
  {
    name: "SIGTERM while a pushed yes is being looked at",
    era: "2025",
    client: "dialogs",
    on: asProcess,
    mount: async ({ server }) => {
      const { raw, running } = await server();
      const { questionId } = await openQuestion(raw);
      await tool(raw, "hold_prepare");
      await raw.reply(questionId, YES);
      await tool(raw, "held_prepare");
      return [await running.end("SIGTERM")];
    },
    ends: ["SIGTERM"],
  },
  {
    name: "the connection ends with a question open, and a yes comes over another one",
    era: "2025",
    client: "dialogs",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const before = (await recorded(raw)).length;
      const other = await another();
      const { questionId } = await openQuestion(other);
      await other.close();
      await raw.reply(questionId, YES);
      return [await nextRecorded(raw, before)];
    },
    ends: ["call-cancelled"],
  },
  {
    name: "the connection ends while its yes is being looked at",
    era: "2025",
    client: "dialogs",
    on: withManyClients,
    mount: async ({ raw, another }) => {
      const before = (await recorded(raw)).length;
      const other = await another();
      const { questionId } = await openQuestion(other);
      await tool(raw, "hold_prepare");
      await other.reply(questionId, YES);
      await tool(raw, "held_prepare");
      await other.close();
      await tool(raw, "release_prepare");
      return [await nextRecorded(raw, before)];
    },
    ends: ["call-cancelled"],
  },
  {
    name: "the response stream is lost with a question open, and a no comes in the same session",
    era: "2025",
    client: "dialogs",
    on: overHttp,
    mount: async ({ raw }) => {
      const before = (await recorded(raw)).length;
      const { questionId, breakOff } = await openQuestion(raw);
      breakOff();
      await raw.reply(questionId, { action: "decline" });
      return [await nextRecorded(raw, before)];
    },
    ends: ["declined"],
  },
  {
    // The protocol: a lost stream is no cancel, and the session that was asked has answered.
    name: "the response stream is lost with a question open, and a yes comes twice in the same session",
    era: "2025",
    client: "dialogs",
    on: overHttp,
    mount: async ({ raw }) => {
      const before = (await recorded(raw)).length;
      const { questionId, breakOff } = await openQuestion(raw);
      breakOff();
      await raw.reply(questionId, YES);
      await raw.reply(questionId, YES);
      return [await nextRecorded(raw, before)];
    },
    ends: ["approved"],
    does: [ACT],
  },
  {
    name: "a call without dialogs that is lost before its token is issued",
    client: "no dialogs",
    on: overHttp,
    mount: async ({ raw }) => {
      await tool(raw, "hold_prepare");
      const { breakOff, response } = raw.start("tools/call", CALL);
      const lost = response.then(endOf, () => "lost");
      await tool(raw, "held_prepare");
      breakOff();
      await tool(raw, "release_prepare");
      return [await lost];
    },
    ends: ["lost"],
  },
];
