import { describe, expect, it } from "vitest";
import { type Failed, failureOf, OUT_OF_TIME } from "../../src/http/failures.ts";

const READ: Failed = { write: false, timeoutMs: 30_000, status: undefined, address: "A_URL" };

/** What `fetch` throws: the cause stands inside. */
const thrown = (code: string, message = "hunter2", more: object = {}) =>
  new TypeError("fetch failed", { cause: Object.assign(new Error(message), { code, ...more }) });

describe("a request that failed", () => {
  it.each([
    ["CERT_HAS_EXPIRED", "has expired or is not valid yet", "Check the clock of this computer"],
    ["CERT_NOT_YET_VALID", "has expired or is not valid yet", "Check the clock of this computer"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "is for another host name than the one in A_URL", "Use the name"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "is not one that this computer trusts", "NODE_EXTRA_CA_CERTS"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "is not one that this computer trusts", "NODE_EXTRA_CA_CERTS"],
    ["ENOTFOUND", "The host name in A_URL could not be found", "Check how it is spelled"],
    ["ECONNREFUSED", "could not be reached", "Check host and port in A_URL"],
    ["EPROTO", "No secure connection", "Check whether A_URL is http or https"],
  ])("says with %s what is wrong, that nothing was sent, and what to do", (code, what, next) => {
    const { message, delivery } = failureOf(thrown(code), READ);
    expect(message).toContain(what);
    expect(message).toContain("; nothing was sent. ");
    expect(message).toContain(next);
    expect(message).not.toContain("hunter2");
    expect(delivery).toBe("not-sent");
  });

  it("names the setting whose port web requests must not use", () => {
    const failure = failureOf(thrown("", "bad port"), READ);
    expect(failure.message).toBe("Web requests must not use the port in A_URL; nothing was sent.");
  });

  it("says of silence that trying again may help; of a write that it may have happened", () => {
    expect(failureOf(OUT_OF_TIME, READ).message).toBe(
      "The server did not answer within 30 s. It may be busy or still starting; try again, or check A_URL.",
    );
    expect(failureOf(OUT_OF_TIME, { ...READ, write: true }).message).toBe(
      "The server did not answer within 30 s. Whether the change was made is not known; look before repeating it.",
    );
  });
});
