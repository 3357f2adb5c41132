import type { Organizer } from "../api/organizers.ts";
import { present, textsOf } from "./texts.ts";

export function organizerView({
  id,
  name,
  slug,
  onHand,
  householdsWithTool,
}: Organizer): Record<string, unknown> {
  return {
    ...present({ id, on_hand: onHand, households: householdsWithTool?.length }),
    untrusted_text: textsOf({ name, slug }),
  };
}
