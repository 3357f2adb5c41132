import { writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { startServerProcess } from "./server-process.ts";

/** Starts a second process, as Cyrus starts many, and tells where that one listens. */
const TWO_PROCESSES = `
import { spawn } from "node:child_process";
import { createServer } from "node:http";
const inner = "const server = require('http').createServer((_, answer) => answer.end()).listen(0, '127.0.0.1', " +
  "() => console.log(server.address().port)); process.on('SIGTERM', () => {});";
const child = spawn(process.execPath, ["-e", inner], { stdio: ["ignore", "pipe", "ignore"] });
child.stdout.once("data", (port) => {
  createServer((_, answer) => answer.end(String(port).trim())).listen(Number(process.argv[2]), "127.0.0.1");
});
`;

it("ends every process of a server, and removes its folder", async () => {
  let place = "";
  const { port, stop } = await startServerProcess(async ({ port: own, folder }) => {
    place = folder;
    const script = join(folder, "two.mjs");
    await writeFile(script, TWO_PROCESSES);
    return [process.execPath, script, String(own)];
  });
  const second = await (await fetch(`http://127.0.0.1:${port}/`)).text();
  expect((await fetch(`http://127.0.0.1:${second}/`)).status).toBe(200);
  await stop();
  await expect(fetch(`http://127.0.0.1:${second}/`)).rejects.toThrow("fetch failed");
  expect(existsSync(place)).toBe(false);
});

it("says what a server said that ended before it was ready, and leaves nothing behind", async () => {
  let place = "";
  const starting = startServerProcess(async ({ folder }) => {
    place = folder;
    return [process.execPath, "-e", "console.error('no such option'); process.exit(1)"];
  });
  await expect(starting).rejects.toThrow("the server ended before it was ready: no such option");
  expect(existsSync(place)).toBe(false);
});
