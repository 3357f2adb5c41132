// How a program is started on this platform. On Windows npm, npx, pnpm and turbo are batch files; Node starts those only through
// the shell, and hands it the arguments as one line in which nothing is quoted.

/** What `spawn` takes: the file, its arguments, and whether the shell is needed. */
export function command(program, args, platform = process.platform) {
  if (platform !== "win32" || program === process.execPath) return { file: program, args, shell: false };
  return { file: [program, ...args].map(quoted).join(" "), args: [], shell: true };
}

function quoted(word) {
  if (/["%!\r\n]/.test(word))
    throw new Error(`The Windows shell would read ${JSON.stringify(word)} as something else.`);
  return /^[\w@:./\\=+-]+$/.test(word) ? word : `"${word}"`;
}
