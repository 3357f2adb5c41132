import { access, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { describe, expect, it, onTestFinished } from "vitest";

import { connect, type Era, scriptedPerson, textOf } from "../../src/testing/index.ts";
import { emptyFolder } from "../empty-folder.ts";
import { HTTP_CLIENTS } from "../http/http-clients.ts";
import { startFront, startInstance } from "../redis/processes.ts";
import { hasRedis, startRedis } from "../redis/redis-server.ts";

/** A bound, not an expectation: programs start on a machine that may be busy. */
const STARTING_MS = 120_000;

const programOf = (name: string) => fileURLToPath(new URL(`../../examples/${name}.ts`, import.meta.url));

describe("the example over stdio", () => {
  it.each(["2025", "2026"] satisfies Era[])(
    "keeps a note after a no and deletes it after a yes, %s",
    async (era) => {
      const target = { command: process.execPath, args: [programOf("sdk-v2-stdio")], env: {} };
      const person = scriptedPerson(["no", "yes"]);
      await using connection = await connect(target, { era, person });
      const call = async () => textOf(await connection.callTool("delete_note", { name: "ideas" }));
      expect(await call()).toContain("Nothing was changed.");
      expect(await call()).toBe("The note was deleted.");
      expect(await call()).toBe("There is no such note.");
      expect(textOf(await connection.callTool("list_notes"))).toBe("groceries");
      expect(person.questions).toHaveLength(2);
      expect(person.questions[0]?.message).toContain("Lines: 240");
    },
    STARTING_MS,
  );
});

describe.skipIf(!hasRedis())("the example over HTTP", () => {
  it(
    "answers for its other instance",
    async () => {
      const redis = await startRedis();
      onTestFinished(() => redis.stop());
      const folder = await emptyFolder();
      await writeFile(join(folder, "ideas.txt"), "buy a boat");
      const env = { GUARD_KEY: "a5".repeat(32), REDIS_URL: redis.url, NOTES_FOLDER: folder };
      const program = programOf("sdk-v2-http-redis");
      const instances = await Promise.all([startInstance(program, env), startInstance(program, env)]);
      for (const instance of instances) onTestFinished(() => instance.stop());
      const front = await startFront(instances.map(({ url }) => url));
      onTestFinished(() => front.stop());

      const person = scriptedPerson(["yes"]);
      const client = await HTTP_CLIENTS["SDK v2, 2026-07-28"](front.url, person);
      onTestFinished(() => client.close());
      expect(textOf(await client.callTool("delete_note", { name: "ideas" }))).toBe("The note was deleted.");
      await expect(access(join(folder, "ideas.txt"))).rejects.toThrow("ENOENT");
      expect(person.questions[0]?.message).toContain("Bytes: 10");
      // One instance asked, the other one ran it.
      const asked = instances.findIndex(({ stderr }) => stderr().includes("delete_note: asked"));
      await expect.poll(() => instances[1 - asked]?.stderr()).toContain("delete_note: approved");
      expect(instances[asked]?.stderr()).not.toContain("delete_note: approved");
    },
    STARTING_MS,
  );
});
