/**
 * What is logged of a failure: its name, its sentence and where it happened. Drivers put statements and values into their
 * sentences, so of those only the code is written. Never throws.
 */
export function failureTextOf(error: unknown): string {
  try {
    return textOf(error);
  } catch {
    return UNREADABLE;
  }
}

/** The sentence of whatever was thrown. Never throws: plugins may throw what cannot even be read. */
export function messageOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return UNREADABLE;
  }
}

const UNREADABLE = "what was thrown cannot be read";

function textOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : `a value of type ${typeof error} was thrown`;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const head = isDriverError(error)
    ? `${error.name} ${"code" in error ? String(error.code) : ""}`.trim()
    : `${error.name}: ${error.message}`;
  return [head, ...frames].join("\n");
}

function isDriverError(error: Error): boolean {
  return "severity" in error || "sqlState" in error || "query" in error || /(?:Exception|SqliteError|DatabaseError)$/.test(error.name);
}
