/** Columns of what a person reads in a terminal. */
export const COLUMNS = 80;

/** Breaks text into lines of at most `width` characters; a longer word keeps its own line. */
export const wrap = (text: string, width: number): readonly string[] => {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const longer = line === "" ? word : `${line} ${word}`;
    if (longer.length > width && line !== "") {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
};

/** Breaks a line that is too long; what follows stands two columns further in than its beginning. */
export const hanging = (line: string): readonly string[] => {
  if (line.length <= COLUMNS) return [line];
  const indent = /^ */.exec(line)?.[0] ?? "";
  const [first = "", ...rest] = wrap(line.slice(indent.length), COLUMNS - indent.length - 2);
  return [`${indent}${first}`, ...rest.map((part) => `${indent}  ${part}`)];
};
