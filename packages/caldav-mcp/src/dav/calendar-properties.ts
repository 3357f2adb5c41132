import { untrusted } from "confirm-guard";
import type { EntryKind } from "../ical/types.ts";
import type { Property } from "./bodies.ts";
import type { Calendar } from "./calendars.ts";
import { asCollection, fitsId } from "./href.ts";
import { type DavResponse, propText } from "./multistatus.ts";
import { COMPONENT, NAME } from "./names.ts";
import { child, childrenNamed, type XmlElement } from "./xml.ts";

/** What a PROPFIND asks a collection to find out whether it is a calendar, and which. */
export const CALENDAR_PROPERTIES: readonly Property[] = [
  "d:resourcetype",
  "d:displayname",
  "d:current-user-privilege-set",
  "c:supported-calendar-component-set",
  "c:calendar-description",
  "c:max-resource-size",
  "cs:source",
  "ca:calendar-color",
];

/** What a collection of a home set turned out to be. */
export type Collection = Calendar | "unusable" | "other";

const KINDS: readonly EntryKind[] = ["event", "task", "journal"];
const WRITING: ReadonlySet<string> = new Set([NAME.all, NAME.write, NAME.writeContent, NAME.bind]);
const COLOUR = /^#[0-9a-f]{6}(?:[0-9a-f]{2})?$/i;
const BYTES = /^[0-9]{1,15}$/;

/**
 * Reads one response of a home set. `unusable`: a calendar that cannot be offered, because its path cannot be printed
 * as an id or because the server only points to it elsewhere. `other`: no calendar at all.
 */
export function readCollection(response: DavResponse): Collection {
  const types = new Set(response.props.get(NAME.resourcetype)?.children.map(({ name }) => name));
  if (types.has(NAME.scheduleInbox)) return "other";
  if (!types.has(NAME.calendar)) return types.has(NAME.subscribed) ? "unusable" : "other";
  if (!fitsId(response.href)) return "unusable";

  const subscribed = types.has(NAME.subscribed) || response.props.has(NAME.source);
  const colour = colourOf(propText(response, NAME.calendarColor));
  const name = propText(response, NAME.displayname)?.trim();
  const description = propText(response, NAME.calendarDescription)?.trim();
  const maxResourceSize = propText(response, NAME.maxResourceSize)?.trim() ?? "";
  return {
    id: response.href,
    url: asCollection(response.url),
    components: componentsOf(response.props.get(NAME.supportedComponents)),
    readOnly: subscribed || !mayWrite(response.props.get(NAME.currentUserPrivilegeSet)),
    subscribed,
    ...(colour !== undefined && { colour }),
    ...(name && { name: untrusted(name) }),
    ...(description && { description: untrusted(description) }),
    ...(BYTES.test(maxResourceSize) && { maxResourceSize: Number(maxResourceSize) }),
  };
}

/** RFC 4791 section 5.2.3: without the property a calendar takes every kind of component (F16). */
function componentsOf(set: XmlElement | undefined): EntryKind[] {
  const named = childrenNamed(set, NAME.comp).map(({ attributes }) => attributes.get("name")?.toUpperCase());
  return named.length === 0 ? [...KINDS] : KINDS.filter((kind) => named.includes(COMPONENT[kind]));
}

/** A server that names no privilege at all says nothing about rights. */
function mayWrite(set: XmlElement | undefined): boolean {
  const granted = childrenNamed(set, NAME.privilege).flatMap(({ children }) =>
    children.map(({ name }) => name),
  );
  return granted.length === 0 || granted.some((privilege) => WRITING.has(privilege));
}

/** Apple's property holds `#rrggbb` or `#rrggbbaa`; anything else is not a colour and stays out. */
function colourOf(value: string | undefined): string | undefined {
  const text = value?.trim() ?? "";
  return COLOUR.test(text) ? text.slice(0, 7).toLowerCase() : undefined;
}

/** The addresses in a property that holds hrefs, as the server wrote them. */
export function hrefsIn(response: DavResponse | undefined, name: string): string[] {
  return childrenNamed(response?.props.get(name), NAME.href).map(({ text }) => text.trim());
}

/** The first address in a property that holds one. */
export function hrefIn(response: DavResponse | undefined, name: string): string | undefined {
  return child(response?.props.get(name), NAME.href)?.text.trim();
}
