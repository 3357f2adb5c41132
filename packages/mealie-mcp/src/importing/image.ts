import type { ImportImage } from "../api/recipe-imports.ts";
import { refused } from "../errors.ts";

/** In bytes; Mealie and the AI provider behind it take about as much. */
const MAX_IMAGE = 6 * 1_048_576;
export const MAX_BASE64 = Math.ceil(MAX_IMAGE / 3) * 4;

export const IMAGE_FORMATS = ["jpeg", "jpg", "png", "webp"] as const;

type ImageFormat = (typeof IMAGE_FORMATS)[number];

type Kind = Pick<ImportImage, "type" | "extension">;

/**
 * Decodes a picture and tells by its first bytes what it is; `format` is what the caller takes it for.
 *
 * @throws MealieError (`bad-input`)
 */
export function readImage(base64: string, format?: ImageFormat): ImportImage {
  if (base64.length > MAX_BASE64) throw refused("bad-input", `A picture has at most ${MAX_IMAGE} bytes.`);
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64))
    throw refused(
      "bad-input",
      "The picture must be given in base64, without blanks and without a data: prefix.",
    );
  const bytes = Uint8Array.from(Buffer.from(base64, "base64"));
  const kind = kindOf(bytes);
  if (kind === undefined) throw refused("bad-input", "This is no picture in JPEG, PNG or WebP.");
  if (format !== undefined && (format === "jpeg" ? "jpg" : format) !== kind.extension)
    throw refused("bad-input", "The picture is in another format than `format` says.");
  return { bytes, ...kind };
}

function kindOf(bytes: Uint8Array): Kind | undefined {
  const begins = (signature: readonly number[], at = 0): boolean =>
    signature.every((byte, index) => bytes[at + index] === byte);
  if (begins([0xff, 0xd8, 0xff])) return { type: "image/jpeg", extension: "jpg" };
  if (begins([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]))
    return { type: "image/png", extension: "png" };
  // "RIFF", four bytes of length, "WEBP"
  if (begins([0x52, 0x49, 0x46, 0x46]) && begins([0x57, 0x45, 0x42, 0x50], 8))
    return { type: "image/webp", extension: "webp" };
  return undefined;
}
