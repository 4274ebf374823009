import type { CadastreError, ErrorKind } from "@cadastre/client";
import { EXIT, type ExitCode } from "../exit-codes.ts";
import type { Target } from "./connection/target.ts";

/** What is told of a failure, and how the command ends. */
export interface Explained {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

const EXIT_OF_KIND: Readonly<Record<ErrorKind, ExitCode>> = {
  invalid: EXIT.failed,
  "too-large": EXIT.failed,
  "unsupported-type": EXIT.failed,
  "too-much-work": EXIT.failed,
  network: EXIT.network,
  timeout: EXIT.network,
  unauthenticated: EXIT.auth,
  forbidden: EXIT.auth,
  "rate-limited": EXIT.server,
  unavailable: EXIT.server,
  internal: EXIT.server,
  protocol: EXIT.server,
  "not-found": EXIT.notFound,
  conflict: EXIT.conflict,
  exhausted: EXIT.conflict,
  precondition: EXIT.conflict,
  "precondition-required": EXIT.conflict,
  gone: EXIT.conflict,
};

/** Says what went wrong with a call, and what to do about it. @param permission what the operation needs */
export function explain(error: CadastreError, target: Target, permission?: string): Explained {
  return { lines: linesFor(error, target, permission), exitCode: EXIT_OF_KIND[error.kind] };
}

function linesFor(error: CadastreError, target: Target, permission: string | undefined): readonly string[] {
  switch (error.kind) {
    case "network":
    case "timeout":
      return wayLines(error, target);
    case "protocol":
      return [`the server at ${targetText(target)} is not Cadastre: ${error.message}`, urlHint(target)];
    case "unauthenticated":
      return [error.message, signInHint(error, target)];
    case "forbidden":
      return [
        error.message,
        ...(permission === undefined || error.message.includes(permission) ? [] : [`the permission ${permission} is required`]),
        "cadastre whoami shows your user and permissions",
      ];
    case "invalid":
      return invalidLines(error);
    case "rate-limited":
    case "unavailable":
    case "internal":
      return [
        `${error.message}${error.requestId === null ? "" : ` (request ${error.requestId})`}`,
        ...(error.retryAfterSeconds === null ? [] : [`retry in ${error.retryAfterSeconds} s`]),
      ];
    case "too-large":
    case "too-much-work":
    case "unsupported-type":
    case "not-found":
    case "conflict":
    case "exhausted":
    case "precondition":
    case "precondition-required":
    case "gone":
      return [error.message];
  }
}

function wayLines(error: CadastreError, target: Target): readonly string[] {
  if (error.code === "CUT_OFF" || error.status !== null) return [error.message];
  const what = error.kind === "timeout" ? `request to ${targetText(target)} timed out` : `${targetText(target)} cannot be reached`;
  const lines = [`${what}: ${reasonOf(error)}`];
  if (error.code !== "TLS_FAILED") return [...lines, urlHint(target)];
  if (/^(ERR_SSL|EPROTO)/.test(reasonOf(error))) return [...lines, "the server may not support TLS: try http://"];
  return [
    ...lines,
    "its certificate is not trusted: pass its CA certificate with --ca-file FILE,",
    "ca_file of the profile, or NODE_EXTRA_CA_CERTS=FILE; or use a host name that the certificate is valid for",
  ];
}

/** What the system's words mean. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "connection refused (ECONNREFUSED)",
  ECONNRESET: "connection reset (ECONNRESET)",
  ENOTFOUND: "host name not found (ENOTFOUND)",
  EAI_AGAIN: "name resolution failed (EAI_AGAIN)",
  EHOSTUNREACH: "no route to host (EHOSTUNREACH)",
};

function reasonOf({ message, details }: CadastreError): string {
  const reason = typeof details === "object" && details !== null && "reason" in details ? details.reason : undefined;
  return typeof reason === "string" ? (REASONS[reason] ?? reason) : message;
}

const targetText = (target: Target): string => (target.kind === "server" ? target.url : "the database");

function urlHint(target: Target): string {
  if (target.kind === "database") return "";
  return `is the server running? Its URL is from ${target.urlFrom}; --api-url, SERVICE_API_URL or cadastre login set it`;
}

function signInHint({ code }: CadastreError, target: Target): string {
  if (target.kind === "database") return "";
  const { credential } = target;
  if (credential.kind === "none") return "you are not signed in: run cadastre login, or set SERVICE_API_TOKEN";
  if (credential.kind === "session") return "your session has ended: run cadastre login";
  return code === "EXPIRED_KEY"
    ? "your API key has expired: run cadastre login, or set SERVICE_API_TOKEN to another one"
    : "the API key is not valid: run cadastre login, or set SERVICE_API_TOKEN to another one";
}

/** A line for each field that is wrong. */
function invalidLines({ message, details }: CadastreError): readonly string[] {
  if (typeof details !== "object" || details === null) return [message];
  const fields = Object.entries(details as Readonly<Record<string, { readonly message?: unknown }>>).map(
    ([name, detail]) => `  ${name}: ${String(detail.message)}`,
  );
  return fields.length === 0 ? [message] : ["the server rejected the input:", ...fields];
}
