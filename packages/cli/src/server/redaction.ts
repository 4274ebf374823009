/**
 * Names of fields that are written. A field that nobody thought about is withheld, so that a new one is a decision: add it
 * here when its values can hold no credential.
 */
const LOGGED = new Set([
  "address",
  "after",
  "agent",
  "check",
  "delivery",
  "error",
  "event",
  "hmac",
  "method",
  "ms",
  "number",
  "path",
  "plugin",
  "principal",
  "reason",
  "requestId",
  "route",
  "rule",
  "scan",
  "scanner",
  "server",
  "signal",
  "source",
  "status",
  "subnet",
  "table",
  "time",
  "upTo",
  "url",
  "version",
  "wait_ms",
  "waiting",
]);

const WITHHELD = "(withheld)";

/** Longest text of a field; patterns are not run on more. */
const MAX_LENGTH = 8_000;

/** Credentials in the forms in which they go about, should one get into a sentence all the same. */
const CREDENTIALS: readonly (readonly [RegExp, string])[] = [
  [/(ca[dg]_)[0-9A-Za-z]{6,}/g, "$1***"],
  [/\b(Bearer|Basic|Digest) +[^\s"',;]+/gi, "$1 ***"],
  [/service_session=[^\s;"']+/g, "service_session=***"],
  [/(password|passwd|secret|token|api_?key|authorization|cookie)(["']?\s{0,3}[=:]\s{0,3}["']?)[^\s"'&,;}]+/gi, "$1$2***"],
  [/\/\/[^\s/@]*@/g, "//***@"],
];

/** A text without the credentials that it may hold. */
export function withoutCredentials(text: string): string {
  return CREDENTIALS.reduce((rest, [form, shown]) => rest.replace(form, shown), text.slice(0, MAX_LENGTH));
}

/** The fields of a log line as they are written. */
export function loggedFields(fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, LOGGED.has(name) ? loggedValue(value) : WITHHELD]));
}

function loggedValue(value: unknown): unknown {
  if (typeof value === "string") return withoutCredentials(value);
  return typeof value === "object" && value !== null ? WITHHELD : value;
}
