import { createBreath } from "../breath.ts";

/** As much as is decoded and read at once; other requests may run in between. */
const AT_ONCE = 65_536;

/** UTF-8 that comes in pieces, cut anywhere, and is handed on as text. */
export type Decoding = {
  take: (piece: Uint8Array) => Promise<void>;
  /** There is no more. */
  end: () => void;
};

/**
 * What is not UTF-8 becomes replacement characters and a byte order mark is left out, as in the text of a `Response`: the
 * media type and the XML declaration decide nothing.
 */
export function decoding(write: (text: string) => void): Decoding {
  const decoder = new TextDecoder();
  const breathe = createBreath();
  return {
    take: async (piece) => {
      for (let at = 0; at < piece.length; at += AT_ONCE) {
        write(decoder.decode(piece.subarray(at, at + AT_ONCE), { stream: true }));
        await breathe();
      }
    },
    end: () => write(decoder.decode()),
  };
}
