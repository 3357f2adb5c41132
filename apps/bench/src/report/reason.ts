/** The one line of an error that says what went wrong; a program that ended leaves a whole trace. */
export function reasonOf(error: unknown): string {
  const lines = String(error)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const telling =
    lines.find((line) => line.startsWith("assert(")) ?? lines.find((line) => /Error\b.*:/.test(line));
  return (telling ?? lines[0] ?? "It did not finish.").slice(0, 300);
}
