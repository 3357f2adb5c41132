import { expect, it } from "vitest";
import { againstEveryServer } from "../behaviour/against-every-server.ts";
import { lostUpdateTrial } from "./lost-update.ts";

againstEveryServer((server) => {
  it(
    "loses none of 100 edits that four writers make of one event at once",
    { timeout: 600_000 },
    async () => {
      const figures = await lostUpdateTrial(server(), { writers: 4, edits: 25 });
      expect(figures.failures).toEqual([]);
      expect(figures.committed).toBe(100);
      expect(figures.visible).toBe(100);
    },
  );
});
