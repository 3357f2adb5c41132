import { defineConfig } from "tsdown";

// The same way caldav-mcp is bundled, so that the two can be compared.
export default defineConfig({
  entry: { "minimal-server": "src/programs/minimal-server.ts" },
  format: "esm",
  platform: "node",
  target: "node22",
  fixedExtension: false,
  dts: false,
  clean: true,
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
});
