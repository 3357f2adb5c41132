import { writeFileSync } from "node:fs";

// A server that neither minds the end of its stdin nor SIGTERM, and never answers.
process.on("SIGTERM", () => undefined);
const { PID_FILE } = process.env;
if (PID_FILE !== undefined) writeFileSync(PID_FILE, String(process.pid));
process.stdin.resume();
setInterval(() => undefined, 60_000);
