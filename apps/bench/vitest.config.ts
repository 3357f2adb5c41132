import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "bench",
    include: ["test/**/*.test.ts"],
    setupFiles: ["../../scripts/chance.ts"],
    testTimeout: 60_000,
  },
});
