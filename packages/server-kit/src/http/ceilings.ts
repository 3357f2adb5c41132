/** What was read, and whether the body was longer than that. */
export type Read = { bytes: Uint8Array<ArrayBuffer>; exceeded: boolean };

/** Takes a piece of a body as it came over the wire, after decompression; where it is cut means nothing. */
export type TakePiece = (piece: Uint8Array) => void | Promise<void>;

const joined = (chunks: readonly Uint8Array[], length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
};

/**
 * Reads at most `ceiling` bytes of a body and then hangs up. The bytes counted are those after decompression, as they
 * come, so a small compressed body that unfolds without end costs no more than the ceiling.
 *
 * `keepBroken`: a body that breaks off counts as ended where it broke.
 */
export const readUpTo = async (
  body: ReadableStream<Uint8Array> | null,
  { ceiling, keepBroken }: { ceiling: number; keepBroken: boolean },
): Promise<Read> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const take = (chunk: Uint8Array): void => {
    chunks.push(chunk);
    length += chunk.length;
  };
  try {
    const { exceeded } = await passOnUpTo(body, { ceiling, take });
    return { bytes: joined(chunks, length), exceeded };
  } catch (error) {
    if (!keepBroken) throw error;
    return { bytes: joined(chunks, length), exceeded: false };
  }
};

/** As {@link readUpTo}, but nothing is kept: each piece goes to `take`, and the next is read when that is done with it. */
export const passOnUpTo = async (
  body: ReadableStream<Uint8Array> | null,
  { ceiling, take }: { ceiling: number; take: TakePiece },
): Promise<{ exceeded: boolean }> => {
  if (body === null) return { exceeded: false };
  let length = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { exceeded: false };
      const room = ceiling - length;
      length += value.length;
      await take(value.length > room ? value.subarray(0, room) : value);
      if (value.length > room) return { exceeded: true };
    }
  } finally {
    // Not awaited: a server that never ends its body must not hold the call.
    reader.cancel().catch(() => undefined);
  }
};
