// How a changeset becomes an entry of a changelog: its paragraphs as they are, without a commit that no reader can look up.

export function getReleaseLine({ summary }) {
  const [first = "", ...rest] = summary.trim().split("\n");
  return [`- ${first}`, ...rest.map((line) => (line === "" ? "" : `  ${line}`))].join("\n");
}

// What a server carries inside is named by a changeset of its own: scripts/release/version.ts.
export function getDependencyReleaseLine() {
  return "";
}
