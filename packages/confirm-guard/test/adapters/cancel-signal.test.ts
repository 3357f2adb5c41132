import { describe, expect, it } from "vitest";

import { cancelSignal } from "../../src/adapters/cancel-signal.ts";

const cancelOf = (requestId: unknown): object => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId },
});

/** A transport whose handler can be set and not read, as where it hands messages on from inside. */
function writeOnly(): { transport: object; receive: (message: object) => void } {
  let handler: ((message: object) => void) | undefined;
  const transport = {
    set onmessage(given: (message: object) => void) {
      handler = given;
    },
  };
  return { transport, receive: (message) => handler?.(message) };
}

describe("listening for a cancel on the connection", () => {
  it("leaves a handler where it is that it cannot hand messages on to", () => {
    const { transport, receive } = writeOnly();
    const received: object[] = [];
    Object.assign(transport, { onmessage: (message: object) => received.push(message) });
    cancelSignal(transport, 1);
    receive({ jsonrpc: "2.0", id: 2, method: "ping" });
    expect(received).toHaveLength(1);
  });

  it.each([
    ["frozen", Object.freeze({ onmessage: (): void => undefined })],
    [
      "read-only",
      {
        get onmessage() {
          return (): void => undefined;
        },
      },
    ],
  ])("does without where the transport is %s", (_how, transport) => {
    expect(cancelSignal(transport, 1).aborted).toBe(false);
  });

  it("aborts all that goes by the request id that is cancelled, and nothing that comes by it later", () => {
    const transport = { onmessage: (_message: object): void => undefined };
    const [first, again, other] = [1, 1, "1"].map((id) => cancelSignal(transport, id));
    transport.onmessage(cancelOf(1));
    expect([first?.aborted, again?.aborted, other?.aborted]).toEqual([true, true, false]);
    expect(cancelSignal(transport, 1).aborted).toBe(false);
  });
});
