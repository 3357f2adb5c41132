import { readFileSync } from "node:fs";

import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";

import { unready } from "../src/release.ts";
import { serverJson } from "../src/server-json.ts";
import { SERVERS } from "../src/servers.ts";
import { published } from "./published.ts";

const schema: object = JSON.parse(
  readFileSync(new URL("schema/server.schema.json", import.meta.url), "utf8"),
);
// The schema carries examples, which are no keyword of JSON Schema.
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addFormat("uri", (text) => URL.canParse(text)).addFormat("uri-template", true);
const validate = ajv.compile(schema);

/** What the schema of the registry objects to. */
function objections(entry: unknown): string[] {
  return validate(entry)
    ? []
    : (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
}

const named = SERVERS.map((server) => ({ command: server.command, server }));
const BUNDLE = { fileName: "server-0.1.0.mcpb", sha256: "0f".repeat(32) };

describe.each(named)("the entry of $command in the MCP registry", ({ command, server }) => {
  it("is the file beside its package, and what the tables say", async () => {
    const text = `${JSON.stringify(serverJson(server), undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`../../../packages/${command}/server.json`);
  });

  it("is valid, with and without a bundle", () => {
    expect(objections(serverJson(server))).toEqual([]);
    expect(objections(serverJson(published(server), BUNDLE))).toEqual([]);
  });

  it("has the name that the package claims, since the registry compares the two", () => {
    expect(serverJson(server).name).toBe(server.manifest.mcpName);
  });

  it("names every setting, and marks exactly the secrets", () => {
    const [npm] = serverJson(server).packages;
    const listed = npm?.environmentVariables ?? [];
    expect(listed.map(({ name, isSecret }) => [name, isSecret])).toEqual(
      server.variables.map(({ name, secret }) => [name, secret === true]),
    );
  });

  it("says where the bundle is and what its bytes are, once the package says where the repository is", () => {
    expect(serverJson(server, BUNDLE).packages.map(({ registryType }) => registryType)).toEqual(["npm"]);
    const { repository, packages } = serverJson(published(server), BUNDLE);
    expect(repository?.url).toBe("https://github.com/ada/confirm-guard");
    expect(packages[1]).toMatchObject({
      registryType: "mcpb",
      identifier: `https://github.com/ada/confirm-guard/releases/download/%40ada%2F${command}%40${server.manifest.version}/server-0.1.0.mcpb`,
      fileSha256: BUNDLE.sha256,
    });
  });

  it("is not for publishing under a name of somebody else or of nobody", () => {
    expect(unready(server)).toHaveLength(3);
    expect(unready(published(server))).toEqual([]);
  });
});

it("the schema objects to what the registry would refuse", () => {
  const [server] = SERVERS;
  if (server === undefined) throw new Error("There is no server.");
  const entry = serverJson(server);
  expect(objections({ ...entry, name: "caldav-mcp" })).toEqual(["/name pattern"]);
  expect(objections({ ...entry, description: "a".repeat(101) })).toEqual(["/description maxLength"]);
  expect(objections({ ...entry, websiteUrl: "nowhere" })).toEqual(["/websiteUrl format"]);
  const [npm] = entry.packages;
  expect(objections({ ...entry, packages: [{ ...npm, version: "latest" }] })).toContain(
    "/packages/0/version not",
  );
});
