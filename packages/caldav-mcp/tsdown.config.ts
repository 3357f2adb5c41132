import { defineConfig } from "tsdown";

import { bundledServer } from "../../scripts/bundled-server.ts";

export default defineConfig({ ...bundledServer, entry: { cli: "src/cli.ts" } });
