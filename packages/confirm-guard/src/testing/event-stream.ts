import { lineReader } from "./line-reader.ts";

/** The data of each server-sent event (HTML standard, section 9.2.6) as it comes, in linear time. */
export async function* eventsOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const events: string[] = [];
  let data: string[] = [];
  const read = lineReader((whole) => {
    const line = whole.endsWith("\r") ? whole.slice(0, -1) : whole;
    if (line.startsWith("data:")) data.push(line.slice(line.startsWith("data: ") ? 6 : 5));
    if (line !== "" || data.length === 0) return;
    events.push(data.join("\n"));
    data = [];
  });
  for await (const chunk of stream) {
    read(chunk);
    yield* events.splice(0);
  }
}
