import { isRecord } from "./json-rpc.ts";
import { REVISIONS } from "./target.ts";

const META = "io.modelcontextprotocol/";

/**
 * Puts the `_meta` envelope that every 2026-07-28 request carries around `params`. Own `_meta` keys win, and one set
 * to `undefined` is left out.
 */
export function enveloped(
  params: Record<string, unknown>,
  client: { clientInfo: unknown; capabilities: unknown },
): Record<string, unknown> {
  const own = isRecord(params["_meta"]) ? params["_meta"] : {};
  const envelope: Record<string, unknown> = {
    [`${META}protocolVersion`]: REVISIONS[2026],
    [`${META}clientInfo`]: client.clientInfo,
    [`${META}clientCapabilities`]: client.capabilities,
    ...own,
  };
  return {
    ...params,
    _meta: Object.fromEntries(Object.entries(envelope).filter(([, value]) => value !== undefined)),
  };
}
