import { defineConfig, type UserConfig } from "tsdown";

import { bundledServer } from "../../scripts/bundled-server.ts";

const { format, platform, target, fixedExtension, dts, clean, deps, inputOptions } = bundledServer;
const minimal: UserConfig = {
  entry: { server: "src/programs/minimal-server.ts" },
  format,
  platform,
  target,
  fixedExtension,
  dts,
  clean,
  deps,
};

export default defineConfig([
  // What ours are held against: bundled the same way, without the parts of the SDK that ours leave out.
  { ...minimal, outDir: "dist/minimal", inputOptions },
  // With all that the SDK brings along, as an author gets it who does nothing about it.
  { ...minimal, outDir: "dist/whole-sdk" },
]);
