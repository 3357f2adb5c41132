import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { everyServer } from "../servers/every-server.ts";
import type { ServerName } from "../servers/available.ts";
import { serverVersion } from "../servers/version.ts";
import { renderTables, type Section, withTables } from "./abilities/document.ts";
import { FINDING } from "./abilities/finding.ts";
import { READING } from "./abilities/reading.ts";
import { STORING } from "./abilities/storing.ts";
import { againstEveryServer } from "./against-every-server.ts";

const DOCUMENT = fileURLToPath(new URL("../../../../docs/calendar-servers.md", import.meta.url));

const SECTIONS: Section[] = [
  { title: "Finding calendars, and invitations", abilities: FINDING },
  { title: "Storing", abilities: STORING },
  { title: "Reading", abilities: READING },
];

const seen = new Map<ServerName, Map<string, string>>();
const versions = new Map<ServerName, string>();

againstEveryServer((server, name) => {
  const cells = new Map<string, string>();
  seen.set(name, cells);

  beforeAll(async () => {
    versions.set(name, await serverVersion(server()));
  });

  describe.each(SECTIONS)("$title", ({ abilities }) => {
    it.each(abilities)("the server $says", async ({ says, probe }) => {
      const cell = await probe(server());
      expect(cell).toMatch(/^[^|\n]{2,40}$/);
      cells.set(says, cell);
    });
  });
});

// After a change of a server or a row: vitest run -u packages/caldav-mcp/test/behaviour/server-abilities.test.ts
it.runIf(everyServer().every(({ available }) => available))(
  "did on this run what docs/calendar-servers.md says",
  async () => {
    const document = await readFile(DOCUMENT, "utf8");
    const tables = renderTables(SECTIONS, seen, versions);
    await expect(withTables(document, tables)).toMatchFileSnapshot(DOCUMENT);
  },
);
