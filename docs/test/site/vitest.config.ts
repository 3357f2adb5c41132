import { defineConfig } from "vitest/config";

// What `npm run docs` has built; no project of the root, whose run needs no built site.
export default defineConfig({
  test: { name: "site", root: import.meta.dirname, include: ["*.test.ts"], testTimeout: 60_000 },
});
