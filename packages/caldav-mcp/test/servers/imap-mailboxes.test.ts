import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createMailboxes } from "./imap-mailboxes.ts";

const ADMIN = { user: "cyrus", password: "cyrus-admin" };

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "imap-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** An IMAP server that answers each line as told; it returns the lines that it got. */
async function imapServer(answer: (tag: string, command: string, socket: Socket) => void) {
  const path = join(folder, "socket");
  const lines: string[] = [];
  const server = createServer((socket) => {
    socket.write("* OK ready\r\n");
    socket.on("data", (chunk: Buffer) => {
      const line = chunk.toString("utf8").trimEnd();
      lines.push(line);
      const [tag = "", command = ""] = line.split(" ");
      answer(tag, command, socket);
    });
  }).listen(path);
  await once(server, "listening");
  return { path, lines, [Symbol.dispose]: () => void server.close() };
}

it("logs in, makes each mailbox, and leaves", async () => {
  using server = await imapServer((tag, _command, socket) => socket.write(`* noise\r\n${tag} OK done\r\n`));
  await createMailboxes(server.path, ADMIN, ["user/ada", "user/grace"]);
  expect(server.lines).toEqual([
    "a0 LOGIN cyrus cyrus-admin",
    'a1 CREATE "user/ada"',
    'a2 CREATE "user/grace"',
    "a3 LOGOUT",
  ]);
});

it("says which answer refused a mailbox", async () => {
  using server = await imapServer((tag, command, socket) =>
    socket.write(`${tag} ${command === "CREATE" ? "NO Permission denied" : "OK"}\r\n`),
  );
  await expect(createMailboxes(server.path, ADMIN, ["user/ada"])).rejects.toThrow("a1 NO Permission denied");
});

it("says so when the server hangs up", async () => {
  using server = await imapServer((_tag, _command, socket) => socket.end());
  await expect(createMailboxes(server.path, ADMIN, ["user/ada"])).rejects.toThrow("hung up");
});
