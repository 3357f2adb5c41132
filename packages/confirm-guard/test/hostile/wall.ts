import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Attack } from "./attack.ts";
import { ATTACKS } from "./attacks/index.ts";
import { sceneryOf } from "./scene.ts";
import { ACT, honestly } from "./speech.ts";
import type { Stage } from "./stages.ts";

/** A bound, not an expectation: an attack may start several processes, on a machine that may be busy. */
const LIMIT_MS = 120_000;

export function attacksOn(stage: Stage): Attack[] {
  return ATTACKS.filter(
    ({ era = stage.era, client, on = () => true }) =>
      era === stage.era && (stage.dialogs || client === "no dialogs") && on(stage),
  );
}

/** Tries every attack on every stage: it ends as its row says, has done what its row says, and has broken nothing. */
export function wall(stages: readonly Stage[]): void {
  for (const stage of stages) {
    describe(`${stage.name}, ${stage.era === "2026" ? "2026-07-28" : "2025 revisions"}`, () => {
      let folder = "";
      const scenery = sceneryOf(stage, () => folder);
      beforeAll(async () => {
        folder = await mkdtemp(join(tmpdir(), "confirm-guard-"));
      });
      afterAll(async () => {
        await scenery.close();
        await rm(folder, { recursive: true });
      }, LIMIT_MS);

      for (const { name, client, mount, ends, does = [], spoils = false } of attacksOn(stage)) {
        it(`${client}: ${name}`, { timeout: LIMIT_MS }, async () => {
          const scene = await scenery.open(client);
          expect({ ends: await mount(scene), done: await scene.acts() }).toEqual({ ends, done: does });
          if (spoils) return;
          expect(await honestly(scene.standing(), client)).toBe("ran");
          expect(await scene.acts()).toEqual([...does, ACT]);
        });
      }
    });
  }
}
