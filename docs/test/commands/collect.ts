import { DOCUMENTS } from "../documents.ts";
import { parse } from "../markdown.ts";

/** A command as a reader would type it, and what the block before it has exported. */
export type Command = { text: string; exports: readonly string[]; places: readonly string[] };

/** Every command in the documents, equal ones together. */
export function collectCommands(): readonly Command[] {
  const found = new Map<string, Command>();
  for (const document of DOCUMENTS) {
    for (const { language, text, line } of parse(document).fences) {
      if (language !== "sh") continue;
      for (const { text: command, exports } of commandsOf(text)) {
        const key = [...exports, command].join("\n");
        const places = [...(found.get(key)?.places ?? []), `${document}:${line}`];
        found.set(key, { text: command, exports, places });
      }
    }
  }
  return [...found.values()];
}

/** One command a line; a backslash at the end continues it, and a comment may stand behind it. */
export function commandsOf(block: string): Omit<Command, "places">[] {
  const lines = block
    .replaceAll(/\\\n\s*/g, "")
    .split("\n")
    .map((line) => line.replace(/(?:^|\s)#.*$/, "").trim())
    .filter((line) => line !== "");
  const exports: string[] = [];
  return lines.map((text) => {
    const command = { text, exports: [...exports] };
    if (text.startsWith("export ")) exports.push(text);
    return command;
  });
}
