import type { Manifest } from "../generated/api.ts";
import { KIND_OF_CODE } from "../generated/routes.ts";

/** Kinds of the service's errors, and those of the way to it. An exit code follows from the kind. */
export type ErrorKind =
  | "invalid"
  | "unauthenticated"
  | "forbidden"
  | "not-found"
  | "conflict"
  | "exhausted"
  | "precondition"
  | "precondition-required"
  | "gone"
  | "too-large"
  | "unsupported-type"
  | "too-much-work"
  | "rate-limited"
  | "unavailable"
  | "internal"
  // REQUEST_TIMEOUT of the service, or TIMED_OUT of the client
  | "timeout"
  // Only the client's: NETWORK_FAILED, TLS_FAILED, CUT_OFF (the answer ended early) | BAD_ANSWER (not of this service)
  | "network"
  | "protocol";

const KIND_OF_STATUS: Readonly<Record<number, ErrorKind>> = {
  400: "invalid",
  401: "unauthenticated",
  403: "forbidden",
  404: "not-found",
  405: "invalid",
  408: "timeout",
  409: "conflict",
  410: "gone",
  412: "precondition",
  413: "too-large",
  415: "unsupported-type",
  422: "too-much-work",
  428: "precondition-required",
  429: "rate-limited",
  500: "internal",
  502: "unavailable",
  503: "unavailable",
  504: "unavailable",
};

/** Kinds by codes, of errors that the status does not tell from others: what has run out is a 409, as a conflict is. */
export type KindTable = Readonly<Record<string, "exhausted">>;

/** The table for the errors of a manifest. */
export function kindsOf(errors: Manifest["errors"]): KindTable {
  return Object.fromEntries(Object.entries(errors).flatMap(([code, { kind }]) => (kind === "exhausted" ? [[code, kind] as const] : [])));
}

/** The kind of an error that the service answered with: the body has the code, and the status says the rest. */
export function kindOf(status: number, code: string, kinds: KindTable = {}): ErrorKind {
  return (Object.hasOwn(kinds, code) ? kinds[code] : undefined) ?? KIND_OF_CODE[code] ?? KIND_OF_STATUS[status] ?? "protocol";
}
