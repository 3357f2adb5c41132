// What a packed manifest says is for users: no development dependencies (two of them are private), no build scripts.
export const hooks = {
  beforePacking({ devDependencies: _development, scripts: _scripts, ...manifest }) {
    return manifest;
  },
};
