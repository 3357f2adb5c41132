// Who a call comes from, where people sign in and their bearer tokens are renewed every few minutes.
import { createGuard, type Guard } from "confirm-guard";
import { z } from "zod";

/** What this server's own sign-in puts beside each request once it has verified it. SDK v1 has `authInfo` at the top. */
const SignedIn = z.object({
  http: z.object({ authInfo: z.object({ extra: z.object({ account: z.string().min(1) }) }) }),
});

function accountOf(ctx: unknown): string {
  const { success, data } = SignedIn.safeParse(ctx);
  // What is thrown here ends the call: nobody is asked and nothing runs. The model reads the text.
  if (!success) throw new Error("This call carries no account. Nothing was changed.");
  return data.http.authInfo.extra.account;
}

export function guardOfSignedInPeople(): Guard {
  return createGuard({
    server: "notes-mcp-signed-in",
    audience: "https://notes.example.org",
    principal: accountOf,
  });
}
