import { defineConfig } from "vitest/config";

// Every step starts a program, and one case waits for a deadline of 30 s; the bounds are no expectations.
export default defineConfig({
  test: {
    name: "real-clients",
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
