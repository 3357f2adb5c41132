/** What was read, and whether the body was longer than that. */
export type Read = { bytes: Uint8Array<ArrayBuffer>; exceeded: boolean };

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
  if (body === null) return { bytes: joined(chunks, length), exceeded: false };
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: joined(chunks, length), exceeded: false };
      const room = ceiling - length;
      if (value.length > room) {
        chunks.push(value.subarray(0, room));
        return { bytes: joined(chunks, ceiling), exceeded: true };
      }
      chunks.push(value);
      length += value.length;
    }
  } catch (error) {
    if (!keepBroken) throw error;
    return { bytes: joined(chunks, length), exceeded: false };
  } finally {
    // Not awaited: a server that never ends its body must not hold the call.
    reader.cancel().catch(() => undefined);
  }
};
