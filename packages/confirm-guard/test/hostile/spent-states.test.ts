import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { describe, expect, it } from "vitest";

import { connectRaw, textOf } from "../../src/testing/index.ts";
import {
  acts,
  aftermath,
  ask,
  askedIn,
  CALL,
  HELD,
  outcome,
  PLACES,
  retry,
  sharedSettings,
  tool,
  underAttack,
} from "./wall.ts";

const HOUR_MS = 3_600_000;
const ERA = { era: "2026" } as const;

for (const [where, server] of PLACES) {
  describe(`one yes, one act (2026-07-28, ${where})`, () => {
    const attacked = underAttack(server(), "2026");

    it("asks anew when the same yes comes twice", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      expect(textOf((await retry(raw, { requestState })).result)).toBe('"deleted e1"');
      askedIn(await retry(raw, { requestState }));
      await attacked.meant();
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("acts once when the same yes comes eight times at once", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      const said = await Promise.all(Array.from({ length: 8 }, () => retry(raw, { requestState })));
      expect(said.filter(({ result }) => textOf(result) === '"deleted e1"')).toHaveLength(1);
      await attacked.meant();
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("does nothing when a no and a yes to one question come at once, the no first", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      const [no, yes] = await Promise.all([
        retry(raw, { answer: { action: "decline" }, requestState }),
        retry(raw, { requestState }),
      ]);
      expect(outcome(no)).toBe("declined");
      askedIn(yes);
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("matches each yes to its own question when two calls are answered in the other order", async () => {
      const raw = attacked.server();
      const other = { ...CALL, arguments: { id: "e2" } };
      const [first, second] = await Promise.all([ask(raw), ask(raw, other)]);
      const said = [
        await retry(raw, { call: other, requestState: second.requestState }),
        await retry(raw, { answer: { action: "decline" }, requestState: first.requestState }),
      ];
      expect(said.map(outcome)).toEqual([undefined, "declined"]);
      expect(await attacked.done()).toEqual(["delete_event e2"]);
    });
  });

  describe(`states that were changed on the way (2026-07-28, ${where})`, () => {
    const attacked = underAttack(server(), "2026");

    it("asks anew whichever character is changed, left out or put in", async () => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      // Every seventh position will do here: the test of the seal changes all of them.
      for (let at = 0; at < requestState.length; at += 7) {
        const other = requestState[at] === "A" ? "B" : "A";
        const [before, after] = [requestState.slice(0, at), requestState.slice(at + 1)];
        for (const changed of [
          before + other + after,
          before + after,
          before + other + requestState.slice(at),
        ]) {
          askedIn(await retry(raw, { requestState: changed }));
        }
      }
      expect(await attacked.done()).toEqual([]);
      expect(textOf((await retry(raw, { requestState })).result)).toBe('"deleted e1"');
      expect(await attacked.done()).toEqual(["delete_event e1"]);
    });

    it.each([
      ["a blank around it", (state: string) => ` ${state} `],
      ["a line break after it", (state: string) => `${state}\n`],
      ["padding after it", (state: string) => `${state}=`],
      ["capitals", (state: string) => state.toUpperCase()],
      ["itself twice", (state: string) => state + state],
      ["the other base64 alphabet", (state: string) => `${state.slice(0, -2)}+/`],
    ])("asks anew for %s", async (_what, change) => {
      const raw = attacked.server();
      const { requestState } = await ask(raw);
      askedIn(await retry(raw, { requestState: change(requestState) }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });

    it("asks anew when body and seal of two states are exchanged", async () => {
      const raw = attacked.server();
      const states = [(await ask(raw)).requestState, (await ask(raw)).requestState].map((state) =>
        state.split("."),
      );
      const mixed = [...(states[0] ?? []).slice(0, 3), ...(states[1] ?? []).slice(3)].join(".");
      expect(mixed.split(".")).toHaveLength(4);
      askedIn(await retry(raw, { requestState: mixed }));
      expect(await attacked.aftermath()).toEqual(HELD);
    });
  });

  describe(`answers that come too late or from another time (2026-07-28, ${where})`, () => {
    it.each([
      ["the question has rested too long", { wall: 601_000, monotonic: 601_000 }],
      ["the clock was set forward an hour", { wall: HOUR_MS, monotonic: 0 }],
      ["the clock was set back an hour", { wall: -HOUR_MS, monotonic: 0 }],
    ])("asks anew when %s", async (_what, step) => {
      await using raw = await connectRaw(server({ ANSWER_WITHIN_MS: "600000" }), ERA);
      const { requestState } = await ask(raw);
      await tool(raw, "move_clock", step);
      askedIn(await retry(raw, { requestState }));
      expect(await aftermath(raw)).toEqual(HELD);
    });

    it("does not let a clock that is set back make a spent or expired yes good again", async () => {
      await using raw = await connectRaw(server({ ANSWER_WITHIN_MS: "600000" }), ERA);
      const spent = await ask(raw);
      await retry(raw, { requestState: spent.requestState });
      const expired = await ask(raw);
      await tool(raw, "move_clock", { wall: 0, monotonic: HOUR_MS });
      for (const { requestState } of [spent, expired]) askedIn(await retry(raw, { requestState }));
      expect(await aftermath(raw, { before: ["delete_event e1"] })).toEqual(HELD);
    });

    it("asks anew, and says so, when the target has changed since the question", async () => {
      await using raw = await connectRaw(server(), ERA);
      const { requestState } = await ask(raw);
      await tool(raw, "touch", { id: "e1" });
      expect(askedIn(await retry(raw, { requestState })).message).toMatch(
        /^This changed while you were deciding\./u,
      );
      expect(await aftermath(raw)).toEqual(HELD);
    });

    it("takes a no for a no when the target has changed since the question", async () => {
      await using raw = await connectRaw(server(), ERA);
      const { requestState } = await ask(raw);
      await tool(raw, "touch", { id: "e1" });
      expect(outcome(await retry(raw, { answer: { action: "decline" }, requestState }))).toBe("declined");
      expect(await aftermath(raw)).toEqual(HELD);
    });
  });

  describe(`answers that went to another server (2026-07-28, ${where})`, () => {
    it("asks anew after a restart, which has lost key and questions", async () => {
      const target = server();
      const before = await connectRaw(target, ERA);
      const { requestState } = await ask(before);
      await before.close();
      await using raw = await connectRaw(server(), ERA);
      askedIn(await retry(raw, { requestState }));
      expect(await aftermath(raw)).toEqual(HELD);
    });

    it("asks anew when another key has sealed the state", async () => {
      const shared = await sharedSettings();
      await using other = await connectRaw(server(shared), ERA);
      await using raw = await connectRaw(server({ ...shared, KEY: "a5".repeat(32) }), ERA);
      const { requestState } = await ask(other);
      askedIn(await retry(raw, { requestState }));
      expect(await aftermath(raw)).toEqual(HELD);
      expect(await acts(other)).toEqual([]);
    });

    it("asks anew when the same server acts for another account", async () => {
      const shared = await sharedSettings();
      await using adas = await connectRaw(server({ ...shared, ACCOUNT: "ada" }), ERA);
      await using berts = await connectRaw(server({ ...shared, ACCOUNT: "bert" }), ERA);
      const { requestState } = await ask(adas);
      askedIn(await retry(berts, { requestState }));
      expect(await aftermath(berts)).toEqual(HELD);
      expect(await acts(adas)).toEqual([]);
    });

    it("acts once when two instances that share key and store get the same yes at once", async () => {
      const shared = await sharedSettings();
      await using first = await connectRaw(server(shared), ERA);
      await using second = await connectRaw(server(shared), ERA);
      const { requestState } = await ask(first);
      await Promise.all([first, second, first, second].map((raw) => retry(raw, { requestState })));
      expect([...(await acts(first)), ...(await acts(second))]).toEqual(["delete_event e1"]);
    });

    it("takes the yes after a restart when key and store have outlived it, and takes it once", async () => {
      const shared = await sharedSettings();
      const before = await connectRaw(server(shared), ERA);
      const { requestState } = await ask(before);
      await before.close();
      await using raw = await connectRaw(server(shared), ERA);
      expect(textOf((await retry(raw, { requestState })).result)).toBe('"deleted e1"');
      askedIn(await retry(raw, { requestState }));
      expect(await acts(raw)).toEqual(["delete_event e1"]);
    });

    it("asks anew when the store has been flushed", async () => {
      const shared = await sharedSettings();
      await using raw = await connectRaw(server(shared), ERA);
      const { requestState } = await ask(raw);
      const folder = shared.STORE_FOLDER;
      const entries = await readdir(folder);
      await Promise.all(entries.map((entry) => rm(join(folder, entry))));
      expect(entries).toHaveLength(1);
      askedIn(await retry(raw, { requestState }));
      expect(await aftermath(raw)).toEqual(HELD);
    });

    it("neither asks nor acts when the store is gone", async () => {
      const shared = await sharedSettings();
      await using raw = await connectRaw(
        server({ ...shared, STORE_FOLDER: join(shared.STORE_FOLDER, "gone") }),
        ERA,
      );
      expect(outcome(await raw.request("tools/call", CALL))).toBe("store-failed");
      expect(outcome(await retry(raw, { requestState: "cg1.x" }))).toBe("store-failed");
      expect(await acts(raw)).toEqual([]);
    });
  });
}
