/** What a route answers. `json` is sent as JSON; `text` as plain text, as Mealie does when it fails inside. */
export type MealieReply = { status: number } & ({ json: unknown } | { text: string; type?: string });

/** Thrown by a route to answer with something other than success. */
export class MealieRefusal extends Error {
  override readonly name = "MealieRefusal";
  readonly reply: MealieReply;

  constructor(reply: MealieReply) {
    super(`refused with ${reply.status}`);
    this.reply = reply;
  }
}

export const ok = (json: unknown, status = 200): MealieReply => ({ status, json });

/** `{"detail": "text"}` */
export function detail(status: number, text: string): MealieRefusal {
  return new MealieRefusal({ status, json: { detail: text } });
}

/** `{"detail": {"message", "error", "exception"}}` */
export function message(status: number, text: string, exception: string | null = null): MealieRefusal {
  return new MealieRefusal({ status, json: { detail: { message: text, error: true, exception } } });
}

/** A failure inside Mealie, which is no JSON. */
export function crash(): MealieRefusal {
  return new MealieRefusal({ status: 500, text: "Internal Server Error" });
}
