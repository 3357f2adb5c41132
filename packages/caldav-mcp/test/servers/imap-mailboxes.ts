import { once } from "node:events";
import { connect } from "node:net";
import { createInterface } from "node:readline";

const DIALOGUE_MS = 30_000;

/**
 * Makes mailboxes over IMAP (RFC 3501), on the server that listens at a socket of this machine.
 *
 * @throws Error with the server's answer when it refuses one of the lines
 */
export async function createMailboxes(
  socketPath: string,
  admin: { user: string; password: string },
  mailboxes: readonly string[],
): Promise<void> {
  const socket = connect(socketPath);
  socket.setTimeout(DIALOGUE_MS, () => socket.destroy(new Error("the IMAP server does not answer")));
  try {
    await once(socket, "connect");
    const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
    const answerTo = async (tag: string): Promise<string> => {
      for (;;) {
        const line = await lines.next();
        if (line.done === true) throw new Error("the IMAP server hung up");
        if (line.value.startsWith(`${tag} `)) return line.value;
      }
    };
    const commands = [
      `LOGIN ${admin.user} ${admin.password}`,
      ...mailboxes.map((mailbox) => `CREATE "${mailbox}"`),
      "LOGOUT",
    ];
    await answerTo("*");
    for (const [index, command] of commands.entries()) {
      const tag = `a${index}`;
      socket.write(`${tag} ${command}\r\n`);
      const answer = await answerTo(tag);
      if (!answer.startsWith(`${tag} OK`)) throw new Error(`the IMAP server refused a line: ${answer}`);
    }
  } finally {
    socket.destroy();
  }
}
