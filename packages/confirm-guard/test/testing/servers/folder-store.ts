import { createHash } from "node:crypto";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { GuardStore } from "../../../src/index.ts";

/** A store that several processes share: one file per entry; renaming it is what only one taker can do. */
export function folderStore(folder: string): GuardStore {
  const fileOf = (key: string): string => join(folder, createHash("sha256").update(key).digest("hex"));
  let taken = 0;
  return {
    async put(key, value, ttlMs) {
      await writeFile(fileOf(key), JSON.stringify({ value, expires: Date.now() + ttlMs }));
    },
    async take(key) {
      taken += 1;
      const mine = `${fileOf(key)}.${process.pid}.${taken}`;
      try {
        await rename(fileOf(key), mine);
      } catch {
        return undefined;
      }
      const { value, expires } = JSON.parse(await readFile(mine, "utf8"));
      await rm(mine);
      return expires > Date.now() ? value : undefined;
    },
  };
}
