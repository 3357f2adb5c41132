import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";

import { defineConfig } from "tsdown";

// The declarations, with all comments, come from tsc, one file for each source file. The JavaScript is one module for
// each entry point and one for what several of them need, without comments and blanks and with short names inside of
// functions: an editor shows the declarations, and a debugger or `--enable-source-maps` the sources. Functions and
// classes keep their names, so that a stack trace is readable without the maps as well. What a server reads before it
// has a guard is a module of its own: one that is bundled can start without the rest, and without node:crypto.
export default defineConfig({
  entry: [
    "src/index.ts",
    "src/redis.ts",
    "src/adapters/server.ts",
    "src/adapters/sdk.ts",
    "src/testing/index.ts",
  ],
  format: "esm",
  platform: "node",
  target: "node22",
  dts: false,
  sourcemap: true,
  fixedExtension: false,
  hash: false,
  // tsc has written into the same folder; only what an earlier build of this kind left there goes.
  clean: false,
  minify: {
    compress: { keepNames: { function: true, class: true } },
    mangle: { toplevel: false, keepNames: true },
    codegen: { removeWhitespace: true },
  },
  outputOptions: {
    comments: false,
    chunkFileNames: "shared/[name].js",
    codeSplitting: {
      groups: [
        { name: "start", priority: 1, test: /\/src\/(?:errors|environment|framing\/instructions)\.ts$/u },
        { name: "guard", test: /\/src\/(?!testing\/|index\.ts|redis\.ts|adapters\/(?:server|sdk))/u },
      ],
    },
  },
  hooks: {
    "build:done": async ({ options, chunks }) => {
      const written = new Set(chunks.map(({ fileName }) => fileName));
      const present = await readdir(options.outDir, { recursive: true });
      const stale = present.filter((file) => /\.js(?:\.map)?$/u.test(file) && !written.has(file));
      await Promise.all(stale.map((file) => rm(join(options.outDir, file))));
    },
  },
});
