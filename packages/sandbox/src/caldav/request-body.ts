import type { IncomingMessage } from "node:http";
import { Refusal } from "./reply.ts";

/** Reads a body up to a ceiling; beyond it the given answer goes out and the connection ends. */
export async function readBody(
  request: IncomingMessage,
  ceiling: number,
  tooLarge: Refusal,
): Promise<Buffer> {
  if (Number(request.headers["content-length"] ?? 0) > ceiling) throw tooLarge;
  const chunks: Buffer[] = [];
  let size = 0;
  // Leaving the loop must not destroy the socket that the refusal goes out on.
  const parts: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of parts) {
    size += chunk.length;
    if (size > ceiling) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
