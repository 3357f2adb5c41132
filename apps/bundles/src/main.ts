// Makes the MCP bundles of both servers, and their entries for the MCP registry, in apps/bundles/dist.
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

import { makeBundle } from "./make-bundle.ts";
import { unready } from "./release.ts";
import { serverJson } from "./server-json.ts";
import { SERVERS } from "./servers.ts";

const OUT = fileURLToPath(new URL("../dist", import.meta.url));

const flags = process.argv.slice(2);
if (flags.some((flag) => flag !== "--release")) {
  process.stderr.write("bundles: the only option is --release, for files that are going to be published\n");
  process.exit(2);
}
const reasons = flags.length === 0 ? [] : SERVERS.flatMap(unready);
if (reasons.length > 0) {
  process.stderr.write(reasons.map((reason) => `bundles: ${reason}\n`).join(""));
  process.exit(1);
}

await rm(OUT, { recursive: true, force: true });
for (const server of SERVERS) {
  const bundle = await makeBundle(server, OUT);
  const entry = join(OUT, server.command, "server.json");
  await mkdir(join(OUT, server.command));
  await writeFile(entry, `${JSON.stringify(serverJson(server, bundle), undefined, 2)}\n`);
  const { size } = await stat(bundle.path);
  process.stdout.write(
    `${relative("", bundle.path)}  ${(size / 1e6).toFixed(2)} MB\n${relative("", entry)}\n`,
  );
}
