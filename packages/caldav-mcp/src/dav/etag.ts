declare const strong: unique symbol;

/** A strong entity-tag with its quotes, fit to stand in `If-Match`. Only {@link readStrongETag} makes one. */
export type StrongETag = string & { readonly [strong]: true };

const MAX_LENGTH = 1_024;

// RFC 9110 section 8.8.3: opaque-tag = DQUOTE *etagc DQUOTE; etagc = %x21 / %x23-7E / obs-text.
const OPAQUE_TAG = /^"[\x21\x23-\x7e\x80-\xff]*"$/;

/**
 * Reads an `ETag` header or a `getetag` property. Weak tags, tags without quotes and anything else outside the
 * grammar of RFC 9110 count as none: a write guarded by such a tag would guard nothing.
 */
export function readStrongETag(value: string | null | undefined): StrongETag | undefined {
  if (value === null || value === undefined || value.length > MAX_LENGTH) return undefined;
  const tag = value.trim();
  return isStrong(tag) ? tag : undefined;
}

function isStrong(tag: string): tag is StrongETag {
  return OPAQUE_TAG.test(tag);
}
