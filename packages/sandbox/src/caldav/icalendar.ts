import ICAL from "ical.js";

/** One property as jCal has it (RFC 7265): dates as ISO text, a rule as its RRULE text. */
export type Property = {
  name: string;
  /** The TZID parameter. */
  tzid: string | undefined;
  /** Other parameters, names in lower case. */
  parameters: ReadonlyMap<string, string>;
  /** `date`, `date-time`, `period`, `recur`, `text` ... */
  type: string;
  values: string[];
};

/** Names in upper case. */
export type Component = { name: string; properties: Property[]; components: Component[] };

/** Deeper than anything the standards nest. */
const MAX_DEPTH = 8;

function valueText(value: unknown, type: string): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(String).join("/");
  if (type === "recur" && typeof value === "object" && value !== null) {
    return ICAL.Recur.fromData(value).toString();
  }
  return String(value);
}

function readProperty(raw: unknown): Property {
  if (!Array.isArray(raw)) throw new TypeError("not a property");
  const [name, parameters, type, ...values]: unknown[] = raw;
  if (typeof name !== "string" || typeof type !== "string") throw new TypeError("not a property");
  const entries = Object.entries(typeof parameters === "object" && parameters !== null ? parameters : {});
  const read = new Map(entries.map(([key, value]) => [key.toLowerCase(), String(value)]));
  return {
    name: name.toUpperCase(),
    tzid: read.get("tzid"),
    parameters: read,
    type,
    values: values.map((value) => valueText(value, type)),
  };
}

function readComponent(raw: unknown, depth: number): Component {
  if (!Array.isArray(raw) || depth > MAX_DEPTH) throw new TypeError("not a component");
  const [name, properties, components]: unknown[] = raw;
  if (typeof name !== "string" || !Array.isArray(properties) || !Array.isArray(components)) {
    throw new TypeError("not a component");
  }
  return {
    name: name.toUpperCase(),
    properties: properties.map(readProperty),
    components: components.map((child) => readComponent(child, depth + 1)),
  };
}

/** Exactly one VCALENDAR; undefined for everything else. */
export function readCalendar(text: string): Component | undefined {
  try {
    const calendar = readComponent(ICAL.parse(text), 0);
    return calendar.name === "VCALENDAR" ? calendar : undefined;
  } catch {
    return undefined;
  }
}

export function propertiesNamed(component: Component, name: string): Property[] {
  return component.properties.filter((property) => property.name === name);
}

export function propertyNamed(component: Component, name: string): Property | undefined {
  return component.properties.find((property) => property.name === name);
}
