import { expect, it } from "vitest";
import { openSandbox } from "./client.ts";

const PRINCIPAL =
  '<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop><C:schedule-inbox-URL/><C:schedule-outbox-URL/><C:calendar-user-address-set/></prop></propfind>';

it.each([
  ["on", true, true],
  ["unknown", true, false],
  ["off", false, false],
] as const)("shows of scheduling what the option %s says", async (scheduling, announced, boxes) => {
  await using open = await openSandbox({ scheduling });
  const options = await open.request("OPTIONS", `${open.sandbox.home}events/`);
  const features = (options.headers.get("dav") ?? "").split(", ");
  expect(features).toContain("calendar-access");
  expect(features.includes("calendar-auto-schedule")).toBe(announced);
  const { text } = await open.request("PROPFIND", `/principals/${open.sandbox.user}/`, {
    body: PRINCIPAL,
    headers: { depth: "0" },
  });
  expect(text.includes(`${open.sandbox.home}inbox/`) && text.includes(`${open.sandbox.home}outbox/`)).toBe(
    boxes,
  );
  expect(text).toContain("mailto:ada@example.org");
});

it("shows no scheduling unless it is asked to", async () => {
  await using open = await openSandbox();
  expect((await open.request("OPTIONS", "/")).headers.get("dav")).not.toContain("schedule");
});
