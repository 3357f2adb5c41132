// Starts the server of an MCP bundle. A client that shows the settings as a form hands over a field that was left blank as
// nothing, or as its unfilled placeholder; for the server a setting that nobody made is one that is not there.
const BLANK = /^\s*$|^\$\{user_config\.[^}]*\}$/u;

for (const [name, value] of Object.entries(process.env)) {
  if (BLANK.test(value)) delete process.env[name];
}

await import("./dist/cli.js");
