import type { Cookbook } from "../api/cookbooks.ts";
import { present, textsOf } from "./texts.ts";

export function cookbookView(cookbook: Cookbook): Record<string, unknown> {
  const { id, name, slug, description, position, queryFilterString } = cookbook;
  return {
    id,
    ...present({ is_public: cookbook.public, position }),
    untrusted_text: textsOf({ name, slug, description, query_filter: queryFilterString }),
  };
}
