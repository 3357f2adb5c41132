import type { Exchange } from "./exchange.ts";
import { locate, members } from "./locate.ts";
import { foundResponse, multistatus, type Wanted } from "./multistatus.ts";
import { violated } from "./conditions.ts";
import { Refusal, type Reply } from "./reply.ts";
import { childElements, childNamed, DAV, dav, isNamed, readXml } from "./xml.ts";
import type { Element } from "@xmldom/xmldom";

export function propfind(exchange: Exchange): Reply {
  const { store, target, viewer, properties } = exchange;
  const depth = exchange.header("depth") ?? "infinity";
  if (depth !== "0" && depth !== "1") throw violated(403, dav("propfind-finite-depth"));
  const found = locate(store, target);
  if (found === undefined) throw new Refusal({ status: 404 });

  const wanted = readPropfind(exchange.body.toString("utf8"));
  const listed = depth === "1" ? [found, ...members(store, found, viewer)] : [found];
  return multistatus(
    listed.map((one) => foundResponse({ found: one, viewer, wanted, properties, withData: false })),
  );
}

function readPropfind(body: string): Wanted {
  if (body.trim() === "") return { kind: "all", valuesToo: true };
  const root = readXml(body);
  if (!isNamed(root, DAV, "propfind")) throw new Refusal({ status: 400 });
  return readWanted(root);
}

/** DAV:prop, DAV:allprop or DAV:propname below the element; a calendar report without any asks for nothing. */
export function readWanted(parent: Element): Wanted {
  if (childNamed(parent, DAV, "allprop") !== undefined) return { kind: "all", valuesToo: true };
  if (childNamed(parent, DAV, "propname") !== undefined) return { kind: "all", valuesToo: false };
  const prop = childNamed(parent, DAV, "prop");
  const asked = prop === undefined ? [] : childElements(prop);
  return {
    kind: "named",
    names: asked.map((one) => ({ namespace: one.namespaceURI, name: one.localName ?? one.nodeName })),
  };
}
