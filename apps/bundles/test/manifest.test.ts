import { v0_3 } from "@anthropic-ai/mcpb";
import { describe, expect, it } from "vitest";

import { bundleManifest } from "../src/manifest.ts";
import { SERVERS } from "../src/servers.ts";
import { published } from "./published.ts";

const named = SERVERS.map((server) => ({ command: server.command, server }));

describe.each(named)("the manifest of $command", ({ command, server }) => {
  const manifest = bundleManifest(server);
  const options = manifest.user_config ?? {};
  const env = manifest.server.mcp_config?.env ?? {};

  it("is as the tables say", async () => {
    const text = `${JSON.stringify(manifest, undefined, 2)}\n`;
    await expect(text).toMatchFileSnapshot(`manifests/${command}.json`);
  });

  it("is valid as it is, and as somebody would publish it", () => {
    for (const candidate of [manifest, bundleManifest(published(server))])
      expect(v0_3.McpbManifestSchema.safeParse(candidate).error?.issues).toBeUndefined();
  });

  it("asks for every setting, and hands each one over under its own name", () => {
    const settings = [...server.variables.map(({ name }) => name), "NODE_EXTRA_CA_CERTS"];
    expect(Object.keys(env)).toEqual(settings);
    expect(Object.values(env)).toEqual(Object.keys(options).map((key) => `\${user_config.${key}}`));
  });

  it("has exactly the secrets kept as secrets", () => {
    const secrets = server.variables.filter(({ secret }) => secret).map(({ name }) => name.toLowerCase());
    const sensitive = Object.entries(options).filter(([, { sensitive: is }]) => is === true);
    expect(sensitive.map(([key]) => key)).toEqual(secrets);
    expect(secrets.length).toBeGreaterThan(0);
  });

  it("speaks of the fields of the form, not of variables", () => {
    for (const { title, description } of Object.values(options))
      expect(`${title} ${description}`).not.toMatch(/[A-Z]_[A-Z]/);
  });

  it("fills every field that may stay blank and is no secret, for clients that hand over what they find", () => {
    const unfilled = Object.entries(options)
      .filter(([, option]) => option.default === undefined && option.sensitive !== true)
      .map(([key]) => key);
    expect(unfilled).toEqual([`${command.split("-")[0]}_url`, "node_extra_ca_certs"]);
  });

  it("says before it is installed what a client without dialogs gets", () => {
    expect(manifest.long_description).toMatch(/shows no dialogs.*token.*nothing about a person/);
  });

  it("names all tools", () => {
    expect(manifest.tools?.map(({ name }) => name)).toEqual(server.tools.map(({ name }) => name));
  });
});
