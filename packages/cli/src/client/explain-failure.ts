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
      return [`what answers at ${placeOf(target)} is not Cadastre: ${error.message}`, urlHint(target)];
    case "unauthenticated":
      return [error.message, signInHint(error, target)];
    case "forbidden":
      return [
        error.message,
        ...(permission === undefined || error.message.includes(permission) ? [] : [`it needs the permission ${permission}`]),
        "cadastre whoami tells who you are and what you may do",
      ];
    case "invalid":
      return invalidLines(error);
    case "rate-limited":
    case "unavailable":
    case "internal":
      return [
        `${error.message}${error.requestId === null ? "" : ` (request ${error.requestId})`}`,
        ...(error.retryAfterSeconds === null ? [] : [`try again in ${error.retryAfterSeconds} s`]),
      ];
    case "too-large":
    case "unsupported-type":
    case "not-found":
    case "conflict":
    case "exhausted":
    case "precondition":
    case "gone":
      return [error.message];
  }
}

function wayLines(error: CadastreError, target: Target): readonly string[] {
  if (error.code === "CUT_OFF") return [error.message];
  const what = error.kind === "timeout" ? `no answer in time from ${placeOf(target)}` : `${placeOf(target)} cannot be reached`;
  const lines = [`${what}: ${reasonOf(error)}`];
  if (error.code !== "TLS_FAILED") return [...lines, urlHint(target)];
  if (/^(ERR_SSL|EPROTO)/.test(reasonOf(error))) return [...lines, "what is there may not speak TLS: is it http:// that is meant?"];
  return [
    ...lines,
    "its certificate is not trusted: name the authority that signed it with --ca-file FILE,",
    "ca_file of the profile, or NODE_EXTRA_CA_CERTS=FILE; or use the name that is in it",
  ];
}

/** What the system's words mean. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ECONNRESET: "the connection was cut (ECONNRESET)",
  ENOTFOUND: "there is no host of that name (ENOTFOUND)",
  EAI_AGAIN: "the name server does not answer (EAI_AGAIN)",
  EHOSTUNREACH: "there is no way to it (EHOSTUNREACH)",
};

function reasonOf({ message, details }: CadastreError): string {
  const reason = typeof details === "object" && details !== null && "reason" in details ? details.reason : undefined;
  return typeof reason === "string" ? (REASONS[reason] ?? reason) : message;
}

const placeOf = (target: Target): string => (target.kind === "server" ? target.url : "the database");

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
    : "the API key does not work: run cadastre login, or set SERVICE_API_TOKEN to another one";
}

/** A line for each field that is wrong. */
function invalidLines({ message, details }: CadastreError): readonly string[] {
  if (typeof details !== "object" || details === null) return [message];
  const fields = Object.entries(details as Readonly<Record<string, { readonly message?: unknown }>>).map(
    ([name, detail]) => `  ${name}: ${String(detail.message)}`,
  );
  return fields.length === 0 ? [message] : ["the server refused what was given:", ...fields];
}
