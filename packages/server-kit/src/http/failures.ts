import { HttpFailure } from "../errors.ts";

/** The reason our own deadline aborts a request with. */
export const OUT_OF_TIME = Symbol("out of time");

const OUT_OF_DATE = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const OTHER_NAME = new Set(["ERR_TLS_CERT_ALTNAME_INVALID", "HOSTNAME_MISMATCH"]);
const UNTRUSTED = new Set([
  "CERT_SIGNATURE_FAILURE",
  "CERT_UNTRUSTED",
  "DEPTH_ZERO_SELF_SIGNED_CERT",
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
  /** What the address is called in a sentence: the name of its setting. */
  address: string;
};

const uncertain = ({ write }: Pick<Failed, "write">): string =>
  write ? " Whether the change was made is not known; look before repeating it." : "";

const certificateProblem = (code: string, address: string): string | undefined => {
  if (OUT_OF_DATE.has(code)) {
    return "The server's certificate has expired or is not valid yet; nothing was sent. Check the clock of this computer, then the certificate.";
  }
  if (OTHER_NAME.has(code)) {
    return `The server's certificate is for another host name than the one in ${address}; nothing was sent. Use the name that the certificate is for.`;
  }
  if (UNTRUSTED.has(code)) {
    return "The server's certificate is not one that this computer trusts; nothing was sent. For a server with a certificate of its own, NODE_EXTRA_CA_CERTS names a PEM file with it, or with its authority's.";
  }
  return undefined;
};

/** Turns whatever `fetch` or the body reader threw into our own failure; its text and its cause end here. */
export const failureOf = (error: unknown, failed: Failed): HttpFailure => {
  const { write, timeoutMs, status, address } = failed;
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
      `The server did not answer within ${Math.round(timeoutMs / 1000)} s.${write ? uncertain({ write }) : ` It may be busy or still starting; try again, or check ${address}.`}`,
      { delivery: "unknown" },
    );
  }
  const { code, name, message, syscall } = causeOf(error);
  const certificate = certificateProblem(code, address);
  if (certificate !== undefined) {
    return new HttpFailure("untrusted-certificate", certificate, { delivery: "not-sent" });
  }
  if (UNKNOWN_HOST.has(code)) {
    return new HttpFailure(
      "unreachable",
      `The host name in ${address} could not be found; nothing was sent. Check how it is spelled, and the network.`,
      { delivery: "not-sent" },
    );
  }
  // The fetch standard blocks ports of other protocols.
  if (message === "bad port") {
    return new HttpFailure(
      "unreachable",
      `Web requests must not use the port in ${address}; nothing was sent.`,
      { delivery: "not-sent" },
    );
  }
  // The network can also go away under a connection that has carried the request already.
  if (NO_CONNECTION.has(code) && (syscall === "" || syscall === "connect")) {
    return new HttpFailure(
      "unreachable",
      `The server could not be reached; nothing was sent. Check host and port in ${address}, and whether the server runs.`,
      { delivery: "not-sent" },
    );
  }
  if (NO_TLS.has(code) || code.startsWith("ERR_SSL_")) {
    return new HttpFailure(
      "unreachable",
      `No secure connection could be made; nothing was sent. Check whether ${address} is http or https, and its port.`,
      { delivery: "not-sent" },
    );
  }
  if (name === "HTTPParserError" || code === "UND_ERR_HEADERS_OVERFLOW") {
    return new HttpFailure(
      "broken-answer",
      `What answered at ${address} is not a web server; check the port.${uncertain({ write })}`,
      { delivery: "unknown" },
    );
  }
  return new HttpFailure("unreachable", `The connection to the server broke off.${uncertain({ write })}`, {
    delivery: "unknown",
  });
};
