import { defineConfig } from "vitest/config";

// Every step starts a program, the table of starts 150 of them in one hook, and one waits for a deadline of 30 s: the
// bounds are for a machine that is busy with other suites, and no expectations.
export default defineConfig({
  test: {
    name: "real-clients",
    include: ["test/**/*.test.ts"],
    testTimeout: 120_000,
    hookTimeout: 600_000,
  },
});
