/** Characters that an address is made of, by the names that HTML has for them. */
const NAMED = new Map([
  ["amp", "&"],
  ["bsol", "\\"],
  ["colon", ":"],
  ["commat", "@"],
  ["dot", "."],
  ["newline", "\n"],
  ["num", "#"],
  ["period", "."],
  ["quest", "?"],
  ["sol", "/"],
  ["tab", "\t"],
]);

const ESCAPE =
  /&#0{0,8}([1-9]\d{0,6});?|&#x0{0,8}([1-9a-f][\da-f]{0,5});?|&(amp|bsol|colon|commat|dot|newline|num|period|quest|sol|tab);?|\\u([\da-f]{4})|\\([nrt/])/giu;

/** A text with the character references of HTML and the escapes of JSON undone, as far as they can stand in an address. */
function unescaped(text: string): string {
  return text.replaceAll(
    ESCAPE,
    (whole, decimal?: string, hex?: string, name?: string, unit?: string, letter?: string): string => {
      if (name !== undefined) return NAMED.get(name.toLowerCase()) ?? whole;
      if (letter !== undefined) return letter === "/" ? "/" : "\n";
      const code = Number.parseInt(decimal ?? hex ?? unit ?? "", decimal === undefined ? 16 : 10);
      return code > 0x10_ff_ff ? whole : String.fromCodePoint(code);
    },
  );
}

const MAX_LAYERS = 4;

/** A text as it stands, and as it reads when one layer of escapes after another is undone. */
export function readingsOf(text: string): string[] {
  const readings = [text];
  for (let current = text; readings.length <= MAX_LAYERS;) {
    const next = unescaped(current);
    if (next === current) break;
    readings.push(next);
    current = next;
  }
  return readings;
}
