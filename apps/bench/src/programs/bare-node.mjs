// The least that answers at all: Node reads one line and prints one. Below this nothing on Node can start.
process.stdin.once("data", () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{}}\n'));
