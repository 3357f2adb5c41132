import { existsSync } from "node:fs";
import { join } from "node:path";

export const hooks = {
  /** A packed manifest is for users: no development dependencies, two of which are private packages, and no scripts. */
  beforePacking({ devDependencies: _development, scripts: _scripts, ...manifest }, folder) {
    if (!existsSync(join(folder, "dist")))
      throw new Error(`${manifest.name} is not built yet; npm run build does it`);
    return manifest;
  },
};
