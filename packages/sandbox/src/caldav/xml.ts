import { DOMImplementation, DOMParser, type Element, XMLSerializer } from "@xmldom/xmldom";
import { Refusal } from "./reply.ts";

export const DAV = "DAV:";
export const CALDAV = "urn:ietf:params:xml:ns:caldav";
export const CALENDAR_SERVER = "http://calendarserver.org/ns/";
export const APPLE = "http://apple.com/ns/ical/";

const XMLNS = "http://www.w3.org/2000/xmlns/";
const PREFIXES = new Map([
  [DAV, "D"],
  [CALDAV, "C"],
  [CALENDAR_SERVER, "CS"],
  [APPLE, "A"],
]);

/** An element to be written: plain data, turned into a document by `writeXml`. */
export type Xml = {
  namespace: string | null;
  name: string;
  attributes: Record<string, string>;
  children: (Xml | string)[];
};

type Child = Xml | string;

const builder =
  (namespace: string) =>
  (name: string, ...children: Child[]): Xml => ({ namespace, name, attributes: {}, children });

export const dav = builder(DAV);
export const caldav = builder(CALDAV);
export const calendarServer = builder(CALENDAR_SERVER);

/** The key of an element's name: `{namespace}local`. */
export function clark(namespace: string | null, name: string): string {
  return `{${namespace ?? ""}}${name}`;
}

/** Reads a request body; anything that is not one well-formed document without a DOCTYPE is refused. */
export function readXml(text: string): Element {
  if (/<!doctype/i.test(text)) throw new Refusal({ status: 400 });
  try {
    const parser = new DOMParser({
      onError: (_level, message) => {
        throw new Error(message);
      },
    });
    const root = parser.parseFromString(text, "application/xml").documentElement;
    if (root === null) throw new Error("no root element");
    return root;
  } catch {
    throw new Refusal({ status: 400 });
  }
}

export function childElements(parent: Element): Element[] {
  return [...parent.childNodes].filter((node): node is Element => node.nodeType === node.ELEMENT_NODE);
}

export function childrenNamed(parent: Element, namespace: string, name: string): Element[] {
  return childElements(parent).filter(
    (child) => child.namespaceURI === namespace && child.localName === name,
  );
}

export function childNamed(parent: Element, namespace: string, name: string): Element | undefined {
  return childrenNamed(parent, namespace, name)[0];
}

export function isNamed(element: Element, namespace: string, name: string): boolean {
  return element.namespaceURI === namespace && element.localName === name;
}

export function writeXml(root: Xml): string {
  const prefix = root.namespace === null ? undefined : PREFIXES.get(root.namespace);
  const document = new DOMImplementation().createDocument(
    root.namespace,
    prefix === undefined ? root.name : `${prefix}:${root.name}`,
    null,
  );
  const top = document.documentElement;
  if (top === null) throw new Error("a document without a root element");
  for (const [namespace, name] of PREFIXES) top.setAttributeNS(XMLNS, `xmlns:${name}`, namespace);

  const fill = (element: Element, content: Xml): void => {
    for (const [name, value] of Object.entries(content.attributes)) element.setAttribute(name, value);
    for (const child of content.children) {
      if (typeof child === "string") {
        element.appendChild(document.createTextNode(child));
        continue;
      }
      const known = child.namespace === null ? undefined : PREFIXES.get(child.namespace);
      const qualified = known === undefined ? child.name : `${known}:${child.name}`;
      const node = document.createElementNS(child.namespace, qualified);
      fill(node, child);
      element.appendChild(node);
    }
  };
  fill(top, root);

  const text = new XMLSerializer().serializeToString(document);
  // XML 1.0 §2.11: a bare CR would reach the reader as LF, and a calendar body has to arrive byte for byte.
  return `<?xml version="1.0" encoding="utf-8"?>\n${text.replaceAll("\r", "&#13;")}`;
}
