import { errors } from "undici";
import { DestinationRefused } from "@cadastre/inventory-core/outbound";

const SENTENCES: Readonly<Record<string, string>> = {
  ENOTFOUND: "The host name of the receiver was not found",
  EAI_NODATA: "The host name of the receiver has no address",
  EAI_AGAIN: "The host name of the receiver could not be resolved (temporary failure)",
  EAI_FAIL: "The host name of the receiver could not be resolved",
  ECONNREFUSED: "The receiver refused the connection",
  ETIMEDOUT: "The connection to the receiver timed out",
  EHOSTUNREACH: "The receiver is unreachable",
  ENETUNREACH: "The network of the receiver is unreachable",
  ECONNRESET: "The receiver closed the connection before its response was complete",
  EPIPE: "The receiver closed the connection before its response was complete",
  UND_ERR_SOCKET: "The receiver closed the connection before its response was complete",
  UND_ERR_ABORTED: "The receiver closed the connection before its response was complete",
  UND_ERR_HEADERS_OVERFLOW: "The headers of the response are longer than 16 KiB",
  TOO_MANY_INTERIM_ANSWERS: "The receiver sent too many interim responses (1xx)",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "The length of the response body differs from its headers",
  UND_ERR_INVALID_ARG: "The URL or headers of the webhook do not make a valid request",
  ERR_TLS_CERT_ALTNAME_INVALID: "The certificate of the receiver is for another name",
  CERT_HAS_EXPIRED: "The certificate of the receiver has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "The certificate of the receiver is not signed by a trusted CA",
  SELF_SIGNED_CERT_IN_CHAIN: "The certificate of the receiver is not signed by a trusted CA",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "The certificate of the receiver is not signed by a trusted CA",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "The certificate of the receiver is not signed by a trusted CA",
};

const FAMILIES: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^(ERR_SSL|EPROTO|ERR_TLS)/, "The TLS handshake with the receiver failed"],
  [/CERT|SIGNATURE|CRL/, "The certificate of the receiver was not accepted"],
];

/**
 * An error of an attempt as a sentence with its code. Only our own errors keep their message: those of others may carry
 * what a receiver sent.
 */
export function failureSentence(error: unknown): string {
  if (error instanceof DestinationRefused) return error.message;
  if (error instanceof errors.HTTPParserError) return "The response is not HTTP/1.1.";
  const code = codeOf(error);
  if (code === undefined) return "The connection to the receiver was closed.";
  const sentence = SENTENCES[code] ?? FAMILIES.find(([pattern]) => pattern.test(code))?.[1] ?? "The attempt failed";
  return `${sentence} (${code}).`;
}

function codeOf(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}
