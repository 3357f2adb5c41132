import type { TestServer } from "../../servers/test-server.ts";

/** One row of the table of servers. */
export type Ability = {
  /** What a server may or may not do, as the row's title. */
  says: string;
  /** What the program does about it, whatever the server. */
  program: string;
  /** Tries it on a running server; the answer is the cell. */
  probe: (server: TestServer) => Promise<string>;
};

export const yesOrNo = (is: boolean): string => (is ? "yes" : "no");

const REFUSALS = [403, 404, 405, 409, 412, 415];

/** `yes (412)` where a request was refused as it should be, `no (204)` where it was carried out. */
export function refused(status: number, proper: readonly number[] = REFUSALS): string {
  return `${yesOrNo(proper.includes(status))} (${status})`;
}
