import { defineConfig } from "tsdown";

// The declarations, with all comments, come from tsc. The JavaScript is written once more, file by file, without the
// comments that the declarations carry anyway: an editor shows those, and a debugger shows the sources through the maps.
export default defineConfig({
  entry: [
    "src/index.ts",
    "src/redis.ts",
    "src/adapters/sdk.ts",
    "src/adapters/server.ts",
    "src/testing/index.ts",
  ],
  format: "esm",
  platform: "node",
  target: "node22",
  unbundle: true,
  dts: false,
  sourcemap: true,
  fixedExtension: false,
  clean: false,
  outputOptions: { comments: false },
});
