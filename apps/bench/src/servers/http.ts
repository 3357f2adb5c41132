import { request } from "node:http";

export type HttpRequest = {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | Buffer;
};
export type HttpAnswer = { status: number; headers: [string, string][]; body: Buffer };

/**
 * One request over plain `node:http`. Not `fetch`: the undici of Node 24 ends the process when a server that closes after
 * each answer, as Radicale does, has sent more than was read by then (nodejs/undici#5360).
 */
export function send(url: URL, { method, headers, body }: HttpRequest): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", reject);
      response.once("end", () => {
        const headerPairs = Object.entries(response.headers).flatMap(([name, value]): [string, string][] =>
          value === undefined ? [] : [[name, Array.isArray(value) ? value.join(", ") : value]],
        );
        resolve({ status: response.statusCode ?? 0, headers: headerPairs, body: Buffer.concat(chunks) });
      });
    });
    sent.once("error", reject);
    sent.end(body);
  });
}
