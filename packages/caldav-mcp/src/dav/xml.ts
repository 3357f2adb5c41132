import sax, { type QualifiedTag } from "sax";

/** One element: its name as `{namespace}local`, its own text (CDATA and entities joined in), its children. */
export type XmlElement = {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly XmlElement[];
  readonly text: string;
};

/** The text is not XML that this program reads; the message says which rule it broke, in our own words. */
export class XmlRefused extends Error {
  override readonly name = "XmlRefused";
}

const CHUNK = 1_024;
const MAX_DEPTH = 64;
const MAX_ELEMENTS = 200_000;
const MAX_ATTRIBUTES = 32;
const MAX_NAME_LENGTH = 512;
const MAX_DISTINCT_NAMES = 512;
const MAX_NAMESPACES_IN_SCOPE = 20;
const MAX_DECLARATION = 64;

const NO_ATTRIBUTES: ReadonlyMap<string, string> = new Map();
/** The five of XML, and the line breaks that servers write in every line of an entry: sax is slow at numbers. */
const ENTITIES = {
  "#13": "\r",
  "#10": "\n",
  "#xD": "\r",
  "#xA": "\n",
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
};

type OpenElement = {
  name: string;
  attributes: ReadonlyMap<string, string>;
  children: XmlElement[];
  text: string;
  namespaces: number;
};

/**
 * What sax keeps between two writes. It compares each attribute with all before it, and each character of a `<!`
 * declaration with all before it, and reports neither until the tag ends; so both are bounded from outside.
 */
type Pending = { attribList: readonly unknown[]; sgmlDecl: string };

/** A document that is read as its text comes. What it throws is final: nothing more is written afterwards. */
export type XmlReader = {
  /** @throws XmlRefused */
  write(text: string): void;
  /** The root, once there is no more text. @throws XmlRefused */
  end(): XmlElement;
};

export type XmlReaderOptions = {
  /**
   * Takes the elements directly below the root as they end, instead of their staying in the tree. Whether the document
   * is well-formed is known only at its end: what was taken counts for nothing before.
   */
  taken?: (element: XmlElement) => void;
};

/**
 * Reads a whole XML document, strictly and in time linear in its length.
 *
 * @throws XmlRefused when the text is not well-formed to its very end, declares a document type, or is deeper, wider
 * or richer in names than any CalDAV answer has a reason to be.
 */
export function readXml(text: string): XmlElement {
  const reader = createXmlReader();
  reader.write(text);
  return reader.end();
}

/** As {@link readXml}, for a text that comes in pieces; where they are cut makes no difference. */
export function createXmlReader({ taken }: XmlReaderOptions = {}): XmlReader {
  const parser = sax.parser(true, { xmlns: true, position: false });
  // A bare table: with the parser's own one, `&constructor;` finds Object.prototype.
  parser.ENTITIES = Object.assign(Object.create(null), ENTITIES);

  const open: OpenElement[] = [];
  const names = namesOf();
  let root: XmlElement | undefined;
  let elements = 0;

  Object.assign(parser, {
    onerror: () => refuse("it is not well-formed or breaks off"),
    ondoctype: () => refuse("it declares a document type"),
    onsgmldeclaration: () => refuse("it declares a document type"),
    ontext: append,
    oncdata: append,
    onopentag: start,
    onclosetag: end,
  });

  const pending: Pending = watchable(parser);
  let unread = "";
  return {
    write: (text) => {
      unread += text;
      let at = 0;
      for (; unread.length - at >= CHUNK; at += CHUNK) parse(unread.slice(at, at + CHUNK));
      unread = unread.slice(at);
    },
    end: () => {
      if (unread !== "") parse(unread);
      strictly(() => parser.close());
      return root ?? refuse("it is empty");
    },
  };

  /** Always the same amount: what is bounded from outside does not depend on how the text came. */
  function parse(chunk: string): void {
    strictly(() => parser.write(chunk));
    if (pending.attribList.length > MAX_ATTRIBUTES) refuse("an element has too many attributes");
    if (pending.sgmlDecl.length > MAX_DECLARATION) refuse("it declares a document type");
  }

  function start(tag: QualifiedTag): void {
    const parent = open.at(-1);
    if (parent === undefined && root !== undefined) refuse("it has more than one root");
    if (open.length >= MAX_DEPTH) refuse("it is nested too deep");
    if ((elements += 1) > MAX_ELEMENTS) refuse("it has too many elements");
    const attributes = Object.values(tag.attributes);
    if (attributes.length > MAX_ATTRIBUTES) refuse("an element has too many attributes");
    const declared = attributes.filter(({ prefix }) => prefix === "xmlns").length;
    const namespaces = (parent?.namespaces ?? 0) + declared;
    if (namespaces > MAX_NAMESPACES_IN_SCOPE) refuse("it declares too many namespaces");
    open.push({
      name: names(tag.uri, tag.local),
      attributes:
        attributes.length === 0 ? NO_ATTRIBUTES : new Map(attributes.map(({ name, value }) => [name, value])),
      children: [],
      text: "",
      namespaces,
    });
  }

  function end(): void {
    const element = open.pop();
    if (element === undefined) return;
    const parent = open.at(-1);
    if (parent === undefined) root = element;
    else if (taken !== undefined && open.length === 1) taken(element);
    else parent.children.push(element);
  }

  function append(piece: string): void {
    const element = open.at(-1);
    if (element !== undefined) element.text += piece;
  }
}

/** Writes names as `{namespace}local`, each only once, and keeps their number within bounds. */
function namesOf(): (uri: string, local: string) => string {
  const known = new Map<string, Map<string, string>>();
  let distinct = 0;
  return (uri, local) => {
    const inNamespace = known.get(uri) ?? new Map<string, string>();
    known.set(uri, inNamespace);
    const seen = inNamespace.get(local);
    if (seen !== undefined) return seen;
    if (uri.length + local.length > MAX_NAME_LENGTH) refuse("a name in it is too long");
    if ((distinct += 1) > MAX_DISTINCT_NAMES) refuse("it has too many different names");
    const name = `{${uri}}${local}`;
    inNamespace.set(local, name);
    return name;
  };
}

/** The first child of that name. */
export function child(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element?.children.find((candidate) => candidate.name === name);
}

/** All children of that name, in document order. */
export function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  return element?.children.filter((candidate) => candidate.name === name) ?? [];
}

function watchable<Parser extends object>(parser: Parser): Parser & Pending {
  if (!isWatchable(parser)) throw new TypeError("sax no longer shows what it has pending.");
  return parser;
}

function isWatchable(parser: object): parser is Pending {
  return "attribList" in parser && "sgmlDecl" in parser;
}

function strictly(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof XmlRefused ? error : new XmlRefused("it is not well-formed");
  }
}

function refuse(why: string): never {
  throw new XmlRefused(why);
}
