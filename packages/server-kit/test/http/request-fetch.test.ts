import { expect, it } from "vitest";

import { createBudget } from "../../src/budget.ts";
import { BudgetSpent, HttpFailure } from "../../src/errors.ts";
import { createGuardedFetch } from "../../src/http/guarded-fetch.ts";
import { forRequests } from "../../src/http/request-fetch.ts";
import { loopback } from "../loopback.ts";
import { manualClock } from "../manual-clock.ts";

const api = async () => {
  const server = await loopback(
    (_, response) => void response.writeHead(200, { "content-type": "application/json" }).end("[1]"),
  );
  const fetch = createGuardedFetch({
    configured: server.url,
    checkAfterRefusal: "the token",
    safeMethods: ["GET"],
  });
  return { server, fetch };
};

it("a Request keeps its method, headers and body", async () => {
  const { server, fetch } = await api();
  const request = new Request(server.at("/api"), { method: "PATCH", headers: { "x-a": "1" }, body: "é" });
  expect(await (await forRequests(fetch)(request)).json()).toEqual([1]);
  expect(server.seen).toMatchObject([{ method: "PATCH", path: "/api", body: "é", headers: { "x-a": "1" } }]);
});

it("a form with a file arrives as it was", async () => {
  const { server, fetch } = await api();
  const body = new FormData();
  body.set("image", new Blob([new Uint8Array([0, 255, 10])]), "a.png");
  await forRequests(fetch)(server.at("/upload"), { method: "POST", body });
  expect(server.seen[0]?.headers["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
  expect(server.seen[0]?.body).toContain('filename="a.png"');
});

it("ceiling and budget are those given beside it", async () => {
  const { server, fetch } = await api();
  const clock = manualClock();
  const budget = createBudget({ ms: 1000, clock });
  await expect(forRequests(fetch, { ceiling: 2 })(server.at("/"))).rejects.toBeInstanceOf(HttpFailure);
  await clock.advance(1000);
  await expect(forRequests(fetch, { budget })(server.at("/"))).rejects.toBeInstanceOf(BudgetSpent);
});

it("a Request to another server goes nowhere", async () => {
  const { server, fetch } = await api();
  const other = await loopback((_, response) => void response.end());
  await expect(forRequests(fetch)(new Request(other.url))).rejects.toMatchObject({ code: "bad-address" });
  expect([...server.seen, ...other.seen]).toEqual([]);
});
