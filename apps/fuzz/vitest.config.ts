import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "fuzz",
    include: ["test/**/*.test.ts"],
    setupFiles: ["../../scripts/chance.ts"],
    testTimeout: 120_000,
  },
});
