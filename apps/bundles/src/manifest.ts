import type { McpbManifestAny } from "@anthropic-ai/mcpb";
import type { Variable } from "server-kit";

import type { Server } from "./servers.ts";

export type BundleManifest = Extract<McpbManifestAny, { manifest_version?: "0.3" | undefined }>;
type FormOption = NonNullable<BundleManifest["user_config"]>[string];

/** What the manifest calls a setting. */
const keyOf = (variable: string): string => variable.toLowerCase();

/** Node's own way to trust the certificate authority of a home server; a form is the only place where one can set it. */
const CERTIFICATES = {
  variable: "NODE_EXTRA_CA_CERTS",
  option: {
    type: "file",
    title: "Certificate authority",
    description:
      "A PEM file with the certificate authority of your own server, for when its certificate is not publicly known.",
    required: false,
  },
} as const satisfies { variable: string; option: FormOption };

/** The file that tells a client what is in the bundle, how to start it, and what to ask for (specification 0.3). */
export function bundleManifest(server: Server): BundleManifest {
  const { command, manifest, variables, tools } = server;
  const { version, description, keywords, license, engines, repository, homepage } = manifest;
  const options = variables.map((variable) => [variable.name, optionOf(variable, variables)] as const);
  const settings = [...options, [CERTIFICATES.variable, CERTIFICATES.option] as const];
  return {
    manifest_version: "0.3",
    name: command,
    display_name: server.title,
    version,
    description,
    long_description: server.about,
    author: { name: "the confirm-guard contributors" },
    ...(repository === undefined ? {} : { repository: { type: repository.type, url: repository.url } }),
    ...(homepage === undefined ? {} : { homepage, documentation: homepage }),
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: "server/start.mjs",
      mcp_config: {
        command: "node",
        args: ["${__dirname}/server/start.mjs"],
        env: Object.fromEntries(settings.map(([name]) => [name, `\${user_config.${keyOf(name)}}`])),
      },
    },
    tools: tools.map(({ name, description: does }) => ({ name, description: does })),
    keywords,
    license,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: engines.node } },
    user_config: Object.fromEntries(settings.map(([name, option]) => [keyOf(name), option])),
  };
}

/** One field of the form. */
function optionOf(variable: Variable, all: readonly Variable[]): FormOption {
  const { field, meaning, fallback, secret } = variable;
  const { title } = field;
  switch (field.kind) {
    case "switch":
      return { type: "boolean", title, description: field.ticked, required: false, default: field.initial };
    case "number": {
      const { min, max, initial } = field;
      return {
        type: "number",
        title,
        description: inForm(meaning, all),
        required: false,
        default: initial,
        min,
        max,
      };
    }
    case "text": {
      const hints = [
        ...(fallback === undefined ? [] : [`blank: ${fallback}`]),
        ...(field.example === undefined ? [] : [`for example ${field.example}`]),
      ];
      const description = [
        inForm(meaning, all),
        ...(hints.length === 0 ? [] : [`(${hints.join("; ")})`]),
      ].join(" ");
      return {
        type: "string",
        title,
        description,
        required: field.required === true,
        ...(secret === true ? { sensitive: true } : {}),
        // Something to fill in with: a client without it may hand over the placeholder itself.
        ...(field.required === true || secret === true ? {} : { default: field.initial ?? "" }),
      };
    }
  }
}

/** Variables that a text names are fields with a title here. */
function inForm(text: string, all: readonly Variable[]): string {
  return all.reduce((said, { name, field }) => said.replaceAll(name, `"${field.title}"`), text);
}
