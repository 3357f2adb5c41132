import { readFileSync } from "node:fs";
import { userInfo } from "node:os";

/** An account of this machine; `ids` only where a process has to be given to it. */
export type LocalAccount = { name: string; ids?: { uid: number; gid: number } };

/**
 * Whose account a server runs under that refuses to be root: ours, or `nobody` when we are root.
 *
 * @param accounts - text of the form of passwd(5)
 */
export function unprivilegedAccount(
  self: { username: string; uid: number } = userInfo(),
  accounts = (): string => readFileSync("/etc/passwd", "utf8"),
): LocalAccount {
  if (self.uid !== 0) return { name: self.username };
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(accounts());
  if (nobody === null) throw new Error("There is no account `nobody` that the server could run under.");
  return { name: "nobody", ids: { uid: Number(nobody[1]), gid: Number(nobody[2]) } };
}
