import { defineConfig } from "vitest/config";

// Servers and programs are started beside other suites; the bounds are for a busy machine, and no expectations.
export default defineConfig({
  test: {
    name: "caldav-mcp",
    include: ["test/**/*.test.ts"],
    setupFiles: ["../../scripts/chance.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 15_000 } },
  },
});
