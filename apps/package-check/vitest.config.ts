import { defineConfig } from "vitest/config";

// Compilers and bundlers take their time on a busy machine; the bounds are no expectations.
export default defineConfig({
  test: {
    name: "package-check",
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
