import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pictures } from "./pictures.ts";
import { film } from "./take.ts";

const folder = new URL("../../../../docs/public/", import.meta.url);

mkdirSync(folder, { recursive: true });
for (const [name, svg] of Object.entries(pictures(await film()))) {
  writeFileSync(new URL(name, folder), svg);
  process.stdout.write(`${fileURLToPath(new URL(name, folder))}: ${Math.ceil(svg.length / 1024)} kB\n`);
}
