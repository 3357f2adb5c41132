import type { ShareToken } from "../api/share-tokens.ts";
import { instantOf } from "./instants.ts";
import { present, textsOf } from "./texts.ts";

/** Where people read a shared recipe; the slug of the group is a name of Mealie's. */
export function shareLink(url: URL, { groupSlug, token }: { groupSlug: string; token: string }): string {
  return new URL(`g/${encodeURIComponent(groupSlug)}/shared/r/${encodeURIComponent(token)}`, url).href;
}

type Seen = { url: URL; groupSlug: string | undefined; now: number };

export function shareTokenView(token: ShareToken, { url, groupSlug, now }: Seen): Record<string, unknown> {
  const expires = instantOf(token.expiresAt);
  return {
    id: token.id,
    recipe_id: token.recipeId,
    ...present({ created_at: instantOf(token.createdAt), expires_at: expires }),
    ...(expires !== undefined && Date.parse(expires) <= now ? { expired: true } : {}),
    untrusted_text: textsOf({
      link: groupSlug === undefined ? undefined : shareLink(url, { groupSlug, token: token.id }),
    }),
  };
}
