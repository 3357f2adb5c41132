import { HttpFailure } from "../errors.ts";

/** The reason our own deadline aborts a request with. */
export const OUT_OF_TIME = Symbol("out of time");

const CERTIFICATE = new Set([
  "CERT_HAS_EXPIRED",
  "CERT_NOT_YET_VALID",
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "ERR_TLS_CERT_ALTNAME_INVALID",
  "HOSTNAME_MISMATCH",
  "INVALID_CA",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);
const UNKNOWN_HOST = new Set(["ENOTFOUND", "EAI_AGAIN"]);
const NO_CONNECTION = new Set([
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "EADDRNOTAVAIL",
  "UND_ERR_CONNECT_TIMEOUT",
]);
const NO_TLS = new Set(["EPROTO"]);

type Cause = { code: string; name: string; message: string; syscall: string };

const causeOf = (error: unknown): Cause => {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (!(cause instanceof Error)) return { code: "", name: "", message: "", syscall: "" };
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  const syscall = "syscall" in cause && typeof cause.syscall === "string" ? cause.syscall : "";
  return { code, name: cause.name, message: cause.message, syscall };
};

export type Failed = {
  /** Whether the request changes something on the server. */
  write: boolean;
  timeoutMs: number;
  /** The status, when one had arrived. */
  status: number | undefined;
};

const uncertain = ({ write }: Pick<Failed, "write">): string =>
  write ? " Whether the change was made is not known; look before repeating it." : "";

/** Turns whatever `fetch` or the body reader threw into our own failure; its text and its cause end here. */
export const failureOf = (error: unknown, { write, timeoutMs, status }: Failed): HttpFailure => {
  if (error instanceof HttpFailure) return error;
  if (status !== undefined) {
    const late = error === OUT_OF_TIME;
    return new HttpFailure(
      late ? "timed-out" : "broken-answer",
      late
        ? `The server's answer did not end within ${Math.round(timeoutMs / 1000)} s.`
        : "The server's answer broke off or could not be decompressed.",
      { delivery: "answered", status },
    );
  }
  if (error === OUT_OF_TIME) {
    return new HttpFailure(
      "timed-out",
      `The server did not answer within ${Math.round(timeoutMs / 1000)} s.${uncertain({ write })}`,
      { delivery: "unknown" },
    );
  }
  const { code, name, message, syscall } = causeOf(error);
  if (CERTIFICATE.has(code)) {
    return new HttpFailure(
      "untrusted-certificate",
      "The server's certificate is not trusted on this computer, has expired, or belongs to another name; nothing was sent. " +
        "NODE_EXTRA_CA_CERTS can name a file with the certificate of a private authority.",
      { delivery: "not-sent" },
    );
  }
  if (UNKNOWN_HOST.has(code)) {
    return new HttpFailure(
      "unreachable",
      "The server's host name could not be found; nothing was sent. Check the configured address and the network.",
      { delivery: "not-sent" },
    );
  }
  // The fetch standard blocks ports of other protocols.
  if (message === "bad port") {
    return new HttpFailure(
      "unreachable",
      "The configured address names a port that web requests must not use; nothing was sent.",
      { delivery: "not-sent" },
    );
  }
  // The network can also go away under a connection that has carried the request already.
  if (NO_CONNECTION.has(code) && (syscall === "" || syscall === "connect")) {
    return new HttpFailure(
      "unreachable",
      "The server could not be reached; nothing was sent. Check the configured address and whether the server runs.",
      { delivery: "not-sent" },
    );
  }
  if (NO_TLS.has(code) || code.startsWith("ERR_SSL_")) {
    return new HttpFailure(
      "unreachable",
      "No secure connection could be made; nothing was sent. Check whether the configured address is http or https, and its port.",
      { delivery: "not-sent" },
    );
  }
  if (name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW") {
    return new HttpFailure(
      "broken-answer",
      `What answered at the configured address is not a web server.${uncertain({ write })}`,
      { delivery: "unknown" },
    );
  }
  return new HttpFailure("unreachable", `The connection to the server broke off.${uncertain({ write })}`, {
    delivery: "unknown",
  });
};
