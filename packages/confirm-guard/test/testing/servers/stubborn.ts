// A server that neither minds the end of its stdin nor SIGTERM, and never answers.
process.on("SIGTERM", () => undefined);
process.stdin.resume();
setInterval(() => undefined, 60_000);
