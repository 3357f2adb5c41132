import { defineConfig } from "vitest/config";

// Both bundles are made once and started several times; the bounds are no expectations.
export default defineConfig({
  test: {
    name: "bundles",
    include: ["test/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
