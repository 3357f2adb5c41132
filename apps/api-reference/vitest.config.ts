import { defineConfig } from "vitest/config";

// A compiler takes its time on a busy machine; the bounds are no expectations.
export default defineConfig({
  test: {
    name: "api-reference",
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
