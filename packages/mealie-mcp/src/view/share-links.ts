import type { ShareLink } from "../api/share-links.ts";
import { instantOf } from "./instants.ts";
import { present, textsOf } from "./texts.ts";

/** Where people read a shared recipe; the slug of the group is a name of Mealie's. */
export function linkTo(url: URL, { groupSlug, id }: { groupSlug: string; id: string }): string {
  return new URL(`g/${encodeURIComponent(groupSlug)}/shared/r/${encodeURIComponent(id)}`, url).href;
}

type Seen = { url: URL; groupSlug: string | undefined; now: number };

export function shareLinkView(link: ShareLink, { url, groupSlug, now }: Seen): Record<string, unknown> {
  const expires = instantOf(link.expiresAt);
  return {
    id: link.id,
    recipe_id: link.recipeId,
    ...present({ created_at: instantOf(link.createdAt), expires_at: expires }),
    ...(expires !== undefined && Date.parse(expires) <= now ? { expired: true } : {}),
    untrusted_text: textsOf({
      link: groupSlug === undefined ? undefined : linkTo(url, { groupSlug, id: link.id }),
    }),
  };
}
