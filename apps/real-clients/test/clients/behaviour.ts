import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cliOf, PROGRAMS, type Program } from "../programs.ts";
import { type Backend, BACKENDS } from "./backends.ts";
import type { Called, Connect, Dialog, RealClient, Result } from "./client.ts";

type Expected = { revision: string; refusals?: readonly Refusal[] };

const REFUSALS = {
  "it is declined": () => "decline" as const,
  "it is closed": () => "cancel" as const,
  "the no is picked": ({ choices: [no = ""] }: Dialog) => ({ pick: no }),
};

export type Refusal = keyof typeof REFUSALS;

const EVERY_REFUSAL = Object.keys(REFUSALS) as Refusal[];

/** What a person sees of both servers in a client program that draws dialogs. */
export function asksAPerson(connect: Connect, { revision, refusals = EVERY_REFUSAL }: Expected): void {
  describe.each(PROGRAMS)("of %s", (program) => {
    const desk = openDesk(program, connect, { dialogs: true });

    it(`agrees on ${revision}, lists the tools, and reads without a dialog`, async () => {
      expect(desk.client.revision).toBe(revision);
      expect(await desk.client.toolNames()).toEqual(
        expect.arrayContaining([desk.backend.reading.tool, desk.backend.deleting.tool]),
      );
      const { isError, text } = await desk.read();
      expect(isError).toBe(false);
      for (const thing of desk.backend.things()) expect(text).toContain(thing);
    });

    // Another thing each time: after a few noes to the same one, nobody is asked about it any more.
    it.each(refusals.map((refusal, index) => ({ refusal, index: index + 1 })))(
      "shows a dialog with the no first, and does nothing before or after $refusal",
      async ({ refusal, index }) => {
        const before = desk.seen();
        const dialog = await desk.askToDelete(desk.thing(index));
        expect(dialog.message).toContain(`${program}: delete `);
        expect(dialog.choices).toEqual([expect.stringMatching(/^No, /), expect.stringMatching(/^Yes, /)]);
        expect(desk.seen()).toEqual(before);

        const result = await dialog.answer(REFUSALS[refusal](dialog));
        expect(result).toMatchObject({
          isError: true,
          text: expect.stringContaining("Nothing was changed."),
        });
        expect(desk.seen()).toEqual(before);
      },
    );

    it("acts once, and on this one only, when the yes is picked", async () => {
      const [thing = "", ...others] = desk.backend.things();
      const writes = desk.backend.writes();
      const dialog = await desk.askToDelete(thing);
      expect(desk.backend.things()).toEqual([thing, ...others]);
      const [, yes = ""] = dialog.choices;
      expect((await dialog.answer({ pick: yes })).isError).toBe(false);
      expect(desk.backend.things()).toEqual(others);
      expect(desk.backend.writes()).toBe(writes + 1);
    });
  });
}

/** What a client program gets that cannot draw a dialog. */
export function takesTheToken(
  connect: Connect,
  { revision }: Expected,
  programs: readonly Program[] = PROGRAMS,
): void {
  describe.each(programs)("of %s", (program) => {
    const desk = openDesk(program, connect, { dialogs: false });

    it(`acts on the second of two calls, and says how little that proves (${revision})`, async () => {
      const [thing = "", ...others] = desk.backend.things();
      const before = desk.seen();
      const { deleting } = desk.backend;
      const args = deleting.argsFor(thing, await desk.read());

      const first = ended(await desk.client.call(deleting.tool, args));
      expect(first.text).toContain("The client cannot show a dialog, so nobody was asked.");
      expect(desk.seen()).toEqual(before);

      const token = /confirm_token "([^"]+)"/.exec(first.text)?.[1];
      const second = ended(await desk.client.call(deleting.tool, { ...args, confirm_token: token }));
      expect(second.isError).toBe(false);
      expect(desk.backend.things()).toEqual(others);
      expect(desk.client.revision).toBe(revision);
    });
  });
}

type Desk = {
  backend: Backend;
  client: RealClient;
  /** What can be seen from outside of the server. */
  seen(): unknown;
  /** One of the things that are there. */
  thing(index: number): string;
  /** What the client was shown when it looked; it looks once. */
  read(): Promise<Result>;
  /** Asks for the deletion of a thing, and returns the dialog that opens. */
  askToDelete(thing: string): Promise<Dialog>;
};

/** A backend, a server on it and a client, open for the tests of one group. */
function openDesk(program: Program, connect: Connect, options: { dialogs: boolean }): Desk {
  const open: { backend?: Backend; client?: RealClient; read?: Result } = {};
  beforeAll(async () => {
    open.backend = await BACKENDS[program]();
    const server = { command: process.execPath, args: [cliOf(program)], env: open.backend.env };
    open.client = await connect(server, options);
  });
  afterAll(async () => {
    await open.client?.[Symbol.asyncDispose]();
    await open.backend?.[Symbol.asyncDispose]();
  });
  const desk: Desk = {
    get backend() {
      return open.backend!;
    },
    get client() {
      return open.client!;
    },
    seen: () => [desk.backend.things(), desk.backend.writes()],
    thing: (index) => desk.backend.things()[index] ?? "",
    read: async () => {
      const { tool, args } = desk.backend.reading;
      return (open.read ??= ended(await desk.client.call(tool, args)));
    },
    askToDelete: async (thing) => {
      const { deleting } = desk.backend;
      const called = await desk.client.call(deleting.tool, deleting.argsFor(thing, await desk.read()));
      if ("dialog" in called) return called.dialog;
      throw new Error(`No dialog opened: ${called.result.text}`);
    },
  };
  return desk;
}

function ended(called: Called): Result {
  if ("result" in called) return called.result;
  throw new Error(`A dialog opened: ${called.dialog.message}`);
}
