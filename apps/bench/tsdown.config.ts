import { defineConfig } from "tsdown";

// The way a server is bundled that leaves out nothing of the SDK: what ours are held against.
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
