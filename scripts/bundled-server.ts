// How the two servers are bundled: one program each, whose start reads as little as can be.
import { fileURLToPath } from "node:url";

import { thirdPartyNotices } from "./third-party-notices.ts";

const SDK_SHIMS = fileURLToPath(new URL("../packages/server-kit/src/sdk-shims.ts", import.meta.url));

/** Rolldown plugin: JSON as a text that is parsed, which V8 does several times faster than reading it as code. */
function parsedJson() {
  return {
    name: "parsed-json",
    transform: {
      filter: { id: /\/tools\/cards\.json$/ },
      handler: (json: string) => ({
        code: `export default JSON.parse(${JSON.stringify(JSON.stringify(JSON.parse(json)))});`,
        moduleType: "js" as const,
      }),
    },
  };
}

/** The settings of tsdown for a server, all but its entry. */
export const bundledServer = {
  format: "esm" as const,
  platform: "node" as const,
  target: "node22",
  fixedExtension: false,
  dts: false,
  clean: true,
  // One file to start from; what is loaded by import() becomes a chunk beside it. Nothing is fetched at install time.
  deps: { alwaysBundle: [/.*/], onlyBundle: false as const },
  inputOptions: {
    resolve: {
      alias: {
        "@modelcontextprotocol/server/_shims": SDK_SHIMS,
        // debug colours its output when this happens to be installed somewhere; the program must not depend on that.
        "supports-color": false as const,
      },
    },
  },
  plugins: [parsedJson(), thirdPartyNotices()],
  // Answers of guarded tools cite it, and whoever has this package only has to find it too.
  copy: ["../confirm-guard/docs/no-question.md"],
};
