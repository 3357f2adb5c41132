import { defineConfig } from "tsdown";

// The declarations, with all comments, come from tsc. The JavaScript is written once more, file by file, without the
// comments that the declarations carry anyway: an editor shows those, and a debugger shows the sources through the maps.
export default defineConfig({
  // Every module, so that each keeps all its exports: after `tsc -b` alone, new modules have to fit old ones.
  entry: ["src/**/*.ts"],
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
