/** What goes back to the client; an empty body where none is given. */
export type Reply = {
  status: number;
  headers?: Record<string, string>;
  body?: string | Buffer;
};

/** Ends the handling of a request with this answer; nothing was changed. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}
