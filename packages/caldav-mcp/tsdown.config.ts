import { defineConfig } from "tsdown";

export default defineConfig({
  entry: { cli: "src/cli.ts" },
  format: "esm",
  platform: "node",
  target: "node22",
  fixedExtension: false,
  dts: false,
  clean: true,
  deps: { alwaysBundle: [/.*/] },
});
