import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { pack, shell } from "../../../scripts/packed/pack.mjs";
import { encodePng } from "./icon/png.ts";
import { paint } from "./icon/shapes.ts";
import { bundleManifest } from "./manifest.ts";
import type { MadeBundle } from "./server-json.ts";
import type { Server } from "./servers.ts";

const MCPB = fileURLToPath(new URL("../node_modules/@anthropic-ai/mcpb/dist/cli/cli.js", import.meta.url));
const START = fileURLToPath(new URL("start.mjs", import.meta.url));

/** The side of the icon in pixels that clients want. */
const ICON = 512;

/** The tool that the specification of MCP bundles comes with: `validate`, `pack`, `unpack`. */
export async function mcpb(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, [MCPB, ...args]);
  return stdout;
}

/**
 * Makes the MCP bundle of a server that has been built: what npm would install, a manifest, an icon, and the file that starts it.
 *
 * @param folder where it is written
 */
export async function makeBundle(server: Server, folder: string): Promise<MadeBundle & { path: string }> {
  const stage = await mkdtemp(join(tmpdir(), "bundle-"));
  try {
    const contents = join(stage, "contents");
    const inside = join(contents, "server");
    await mkdir(inside, { recursive: true });
    const [tarball = ""] = pack(stage, [server.manifest.name]);
    shell("tar", ["-xzf", tarball, "--strip-components=1", "-C", inside], stage);
    await copyFile(START, join(inside, "start.mjs"));
    await copyFile(join(inside, "LICENSE"), join(contents, "LICENSE"));
    await writeFile(join(contents, "icon.png"), encodePng(paint(server.icon, ICON), ICON));
    await writeFile(
      join(contents, "manifest.json"),
      `${JSON.stringify(bundleManifest(server), undefined, 2)}\n`,
    );
    await mcpb("validate", join(contents, "manifest.json"));
    await mkdir(folder, { recursive: true });
    const fileName = `${server.command}-${server.manifest.version}.mcpb`;
    const path = join(folder, fileName);
    await mcpb("pack", contents, path);
    const sha256 = createHash("sha256")
      .update(await readFile(path))
      .digest("hex");
    return { path, fileName, sha256 };
  } finally {
    await rm(stage, { recursive: true, force: true });
  }
}
