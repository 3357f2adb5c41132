import { defineConfig } from "vitest/config";

// The site is built and programs are started; the bounds are for a busy machine, and no expectations.
export default defineConfig({
  test: { name: "docs", include: ["test/*.test.ts"], testTimeout: 120_000, hookTimeout: 240_000 },
});
