import type { Variable } from "server-kit";

import type { Server } from "./servers.ts";

const SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** A bundle as it was made: the registry wants to know where it is and what its bytes are. */
export type MadeBundle = { fileName: string; sha256: string };

/** An input of `server.json`, as far as these servers have them. */
type EnvironmentVariable = {
  name: string;
  description: string;
  isRequired: boolean;
  isSecret: boolean;
  format: "string" | "number" | "boolean";
  default?: string;
  placeholder?: string;
};

type ServerPackage = {
  registryType: "npm" | "mcpb";
  identifier: string;
  version: string;
  fileSha256?: string;
  runtimeHint?: "npx";
  transport: { type: "stdio" };
  environmentVariables?: EnvironmentVariable[];
};

export type ServerJson = {
  $schema: string;
  name: string;
  title: string;
  description: string;
  version: string;
  repository?: { url: string; source: "github"; subfolder: string };
  websiteUrl?: string;
  packages: ServerPackage[];
};

/**
 * The entry of a server in the MCP registry. The bundle is named in it when there is one and the package says at which
 * address this repository is, below which the file is downloaded.
 */
export function serverJson(server: Server, bundle?: MadeBundle): ServerJson {
  const { command, manifest, title, line, variables } = server;
  const address = addressOf(server);
  return {
    $schema: SCHEMA,
    name: manifest.mcpName,
    title,
    description: line,
    version: manifest.version,
    ...(address === undefined
      ? {}
      : { repository: { url: address, source: "github", subfolder: `packages/${command}` } }),
    ...(manifest.homepage === undefined ? {} : { websiteUrl: manifest.homepage }),
    packages: [
      {
        registryType: "npm",
        identifier: manifest.name,
        version: manifest.version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        environmentVariables: variables.map(environmentVariable),
      },
      ...(bundle === undefined || address === undefined ? [] : [bundlePackage(server, bundle, address)]),
    ],
  };
}

function bundlePackage(
  { manifest }: Server,
  { fileName, sha256 }: MadeBundle,
  address: string,
): ServerPackage {
  const { name, version } = manifest;
  return {
    registryType: "mcpb",
    identifier: `${address}/releases/download/${encodeURIComponent(`${name}@${version}`)}/${fileName}`,
    version,
    fileSha256: sha256,
    transport: { type: "stdio" },
  };
}

/** Where the repository is, as a browser shows it. */
function addressOf({ manifest }: Server): string | undefined {
  return manifest.repository?.url.replace(/^git\+/, "").replace(/\.git$/, "");
}

function environmentVariable({ name, meaning, fallback, secret, field }: Variable): EnvironmentVariable {
  const shared = { name, isSecret: secret === true };
  switch (field.kind) {
    case "switch":
      return {
        ...shared,
        description: meaning,
        isRequired: false,
        format: "boolean",
        default: String(field.initial),
      };
    case "number":
      return {
        ...shared,
        description: meaning,
        isRequired: false,
        format: "number",
        default: String(field.initial),
      };
    case "text": {
      const { initial, example, required } = field;
      // Not every default is a value that can be given, such as that of a list of all calendars.
      const unset = fallback === undefined || initial !== undefined ? "" : ` (unset: ${fallback})`;
      return {
        ...shared,
        description: `${meaning}${unset}`,
        isRequired: required === true,
        format: "string",
        ...(initial === undefined ? {} : { default: initial }),
        ...(example === undefined ? {} : { placeholder: example }),
      };
    }
  }
}
