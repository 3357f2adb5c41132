import { lineReader } from "./line-reader.ts";

/** Reads server-sent events (HTML standard, section 9.2.6) and hands on the data of each, in linear time. */
export function eventReader(onData: (data: string) => void): (chunk: Uint8Array) => void {
  let data: string[] = [];
  return lineReader((whole) => {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
    if (line !== "" || data.length === 0) return;
    onData(data.join("\n"));
    data = [];
  });
}

/** The data of each event as it comes. */
export async function* eventsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const events: string[] = [];
  const read = eventReader((data) => events.push(data));
  for await (const chunk of stream) {
    read(chunk);
    yield* events.splice(0);
  }
}
