import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Most tests wait for servers and child processes, so leaving a core to nobody would only make them longer.
    maxWorkers: "100%",
    projects: ["packages/*/vitest.config.ts", "apps/*/vitest.config.ts", "scripts/vitest.config.ts"],
    coverage: { provider: "v8", include: ["packages/*/src/**"], reporter: ["text"] },
  },
});
