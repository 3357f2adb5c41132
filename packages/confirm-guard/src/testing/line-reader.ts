import { StringDecoder } from "node:string_decoder";

/** Splits by `\n` alone (readline would also split at U+2028) and in linear time. */
export function lineReader(onLine: (line: string) => void): (chunk: Uint8Array) => void {
  const decoder = new StringDecoder("utf8");
  let pieces: string[] = [];
  return (chunk) => {
    const parts = decoder.write(Buffer.from(chunk)).split("\n");
    const rest = parts.pop();
    for (const part of parts) {
      onLine(pieces.join("") + part);
      pieces = [];
    }
    if (rest !== undefined && rest !== "") pieces.push(rest);
  };
}
