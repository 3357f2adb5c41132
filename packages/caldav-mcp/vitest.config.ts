import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    name: "caldav-mcp",
    include: ["test/**/*.test.ts"],
    setupFiles: ["../../scripts/chance.ts"],
    testTimeout: 20_000,
  },
});
