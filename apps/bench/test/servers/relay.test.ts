import { once } from "node:events";
import { createServer } from "node:http";
import { expect, it, onTestFinished } from "vitest";
import { send } from "../../src/servers/http.ts";
import { startRelay } from "../../src/servers/relay.ts";

/** Counts what it is asked, and says it. */
async function startCounter(): Promise<{ url: string; asked: () => number }> {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    request.resume().once("end", () => {
      response.writeHead(207, { "x-method": request.method ?? "" }).end(`answer ${asked}`);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return { url: `http://127.0.0.1:${address.port}/`, asked: () => asked };
}

async function relayTo(url: string, options?: { replay: boolean }) {
  const relay = await startRelay(url, options);
  onTestFinished(() => relay.stop());
  const report = async (body: string) => {
    const answer = await send(new URL("bench/", relay.url), {
      method: "REPORT",
      headers: { depth: "1" },
      body,
    });
    return { ...answer, text: answer.body.toString("utf8") };
  };
  return { relay, report };
}

it("hands requests on and takes them down", async () => {
  const counter = await startCounter();
  const { relay, report } = await relayTo(counter.url);
  expect(await report("<a/>")).toMatchObject({ status: 207, text: "answer 1" });
  expect(await report("<a/>")).toMatchObject({ status: 207, text: "answer 2" });
  expect(relay.seen).toEqual([
    { method: "REPORT", path: "/bench/" },
    { method: "REPORT", path: "/bench/" },
  ]);
});

it("asks once for the same when it replays, and again for something else", async () => {
  const counter = await startCounter();
  const { relay, report } = await relayTo(counter.url, { replay: true });
  const texts = [await report("<a/>"), await report("<a/>"), await report("<b/>")].map(({ text }) => text);
  expect(texts).toEqual(["answer 1", "answer 1", "answer 2"]);
  expect(counter.asked()).toBe(2);
  expect(relay.seen).toHaveLength(3);
});
