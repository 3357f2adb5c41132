import { defineConfig } from "tsdown";

import { thirdPartyNotices } from "../../scripts/third-party-notices.ts";

export default defineConfig({
  entry: { cli: "src/cli.ts" },
  format: "esm",
  platform: "node",
  target: "node22",
  fixedExtension: false,
  dts: false,
  clean: true,
  // One file to start from; what is loaded by import() becomes a chunk beside it. Nothing is fetched at install time.
  deps: { alwaysBundle: [/.*/], onlyBundle: false },
  plugins: [thirdPartyNotices()],
  // Answers of guarded tools cite it, and whoever has this package only has to find it too.
  copy: ["../confirm-guard/docs/no-question.md"],
});
