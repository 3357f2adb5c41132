import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import type { RawConnection } from "../../../src/testing/index.ts";
import { YES } from "../answers.ts";
import { asProcess, type Attack } from "../attack.ts";
import type { Scene } from "../scene.ts";
import type { Settings } from "../stages.ts";
import { ACT, CALL, endOf, openQuestion, retried, retry, spend, stateOf, tokenOf, tool } from "../speech.ts";

const OTHER_KEY = "a5".repeat(32);

/** A proof of a yes that one server gave out, and how it is shown to another one. */
type Proof = {
  of: string;
  rows: Pick<Attack, "client" | "era">;
  get: (raw: RawConnection) => Promise<string>;
  show: (raw: RawConnection, proof: string) => Promise<string>;
  /** How a call ends whose proof is worth nothing. */
  worthless: string;
};

const PROOFS: Proof[] = [
  { of: "a yes", rows: { client: "dialogs", era: "2026" }, get: stateOf, show: retry, worthless: "asked" },
  { of: "a token", rows: { client: "no dialogs" }, get: tokenOf, show: spend, worthless: "wrong-token" },
];

/** Starts a second server when the first one has ended: the first one as a crash ends it. */
async function afterCrash(
  { server }: Scene,
  proof: Proof,
  { before, after }: { before: Settings; after: Settings },
): Promise<{ raw: RawConnection; shown: string }> {
  const first = await server(before);
  const shown = await proof.get(first.raw);
  await first.running.end("SIGKILL");
  const { raw } = await server(after);
  return { raw, shown };
}

const proofRows = (proof: Proof): Attack[] => {
  const { of, rows, get, show, worthless } = proof;
  const none = (name: string, mount: (scene: Scene) => Promise<string[]>): Attack => ({
    ...rows,
    name: `${of} ${name}`,
    mount,
    ends: [worthless],
  });
  return [
    none("after a restart with nothing kept", async (scene) => {
      const { raw, shown } = await afterCrash(scene, proof, { before: {}, after: {} });
      return [await show(raw, shown)];
    }),
    none("after a restart with another key", async (scene) => {
      const before = await scene.shared();
      const after = { ...before, KEY: OTHER_KEY };
      const { raw, shown } = await afterCrash(scene, proof, { before, after });
      return [await show(raw, shown)];
    }),
    none("after a restart with an empty store", async (scene) => {
      const [before, after] = [await scene.shared(), await scene.shared()];
      const { raw, shown } = await afterCrash(scene, proof, { before, after });
      return [await show(raw, shown)];
    }),
    none("after the store was flushed", async ({ server, shared }) => {
      const settings = await shared();
      const { raw } = await server(settings);
      const shown = await get(raw);
      const entries = await readdir(settings.STORE_FOLDER);
      await Promise.all(entries.map((entry) => rm(join(settings.STORE_FOLDER, entry))));
      return [entries.length === 1 ? await show(raw, shown) : `${entries.length} entries`];
    }),
    none("to an instance that acts for another account", async ({ server, shared }) => {
      const settings = await shared();
      const adas = await server({ ...settings, ACCOUNT: "ada" });
      const berts = await server({ ...settings, ACCOUNT: "bert" });
      return [await show(berts.raw, await get(adas.raw))];
    }),
    {
      ...rows,
      name: `${of} to an instance that shares nothing, then where it was given`,
      mount: async ({ server }) => {
        const [first, second] = [await server(), await server()];
        const shown = await get(first.raw);
        return [await show(second.raw, shown), await show(first.raw, shown)];
      },
      ends: [worthless, "ran"],
      does: [ACT],
    },
    {
      ...rows,
      name: `${of} after a restart with key and store kept, twice`,
      mount: async (scene) => {
        const kept = await scene.shared();
        const { raw, shown } = await afterCrash(scene, proof, { before: kept, after: kept });
        return [await show(raw, shown), await show(raw, shown)];
      },
      ends: ["ran", worthless],
      does: [ACT],
    },
    {
      ...rows,
      name: `${of} at once to two instances that share key and store`,
      mount: async ({ server, shared }) => {
        const settings = await shared();
        const [first, second] = [await server(settings), await server(settings)];
        const shown = await get(first.raw);
        const racing = [first, second, first, second, first, second].map(({ raw }) => show(raw, shown));
        return (await Promise.all(racing)).sort();
      },
      ends: ["ran", ...Array.from({ length: 5 }, () => worthless)].sort(),
      does: [ACT],
    },
    {
      ...rows,
      name: `${of} when the store is gone`,
      mount: async ({ server, shared }) => {
        const settings = await shared();
        const gone = { ...settings, STORE_FOLDER: join(settings.STORE_FOLDER, "gone") };
        const { raw } = await server(gone);
        return [endOf(await raw.request("tools/call", CALL))];
      },
      ends: ["store-failed"],
      spoils: true,
    },
  ];
};

/** Restarts and other instances: what one server gave out, shown to another one, or to the same one later. */
export const ELSEWHERE: Attack[] = [
  ...PROOFS.flatMap(proofRows),
  {
    name: "a yes that a crash met while it was being looked at, after a restart with key and store kept",
    era: "2026",
    client: "dialogs",
    on: asProcess,
    mount: async ({ server, shared }) => {
      const settings = await shared();
      const first = await server(settings);
      const state = await stateOf(first.raw);
      await tool(first.raw, "hold_prepare");
      const { response } = first.raw.start("tools/call", retried(state));
      const lost = response.then(endOf, () => "lost");
      await tool(first.raw, "held_prepare");
      await first.running.end("SIGKILL");
      const { raw } = await server(settings);
      return [await lost, await retry(raw, state)];
    },
    ends: ["lost", "asked"],
  },
  {
    name: "a yes to a question that was pushed before a restart with key and store kept",
    era: "2025",
    client: "dialogs",
    mount: async ({ server, shared }) => {
      const settings = await shared();
      const first = await server(settings);
      const { questionId, response } = await openQuestion(first.raw);
      const lost = response.then(endOf, () => "lost");
      await first.running.end("SIGKILL");
      const { raw } = await server(settings);
      await raw.reply(questionId, YES);
      return [await lost];
    },
    ends: ["lost"],
  },
  {
    name: "a yes to a question that another instance has pushed",
    era: "2025",
    client: "dialogs",
    mount: async ({ server, shared }) => {
      const settings = await shared();
      const [first, second] = [await server(settings), await server(settings)];
      const { questionId, end } = await openQuestion(first.raw);
      await second.raw.reply(questionId, YES);
      await first.raw.reply(questionId, { action: "cancel" });
      return [await end()];
    },
    ends: ["cancelled"],
  },
];
