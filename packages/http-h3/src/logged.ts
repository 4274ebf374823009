const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * A path as it is logged: as its route declares it, with the ids that it names. Whatever else a client puts there is not
 * written, since it may be a key.
 * @param pattern h3's: `/api/devices/:id`; undefined where there is no route
 */
export function loggedPathOf(pattern: string | undefined, path: string): string {
  if (pattern === undefined) return "(no route)";
  const given = path.split("/");
  return pattern
    .split("/")
    .map((segment, index) => (segment.startsWith(":") && ID.test(given[index] ?? "") ? (given[index] as string) : segment))
    .join("/");
}

/**
 * What is logged of a failure: its name, its sentence and where it happened. Drivers put statements and values into their
 * sentences, so of those only the code is written.
 */
export function failureTextOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error === "string" ? error : `a value of type ${typeof error} was thrown`;
  const frames = (error.stack ?? "").split("\n").filter((line) => line.startsWith("    at "));
  const head = isDriverError(error) ? `${error.name} ${"code" in error ? String(error.code) : ""}`.trim() : `${error.name}: ${error.message}`;
  return [head, ...frames].join("\n");
}

function isDriverError(error: Error): boolean {
  return "severity" in error || "sqlState" in error || "query" in error || /(?:Exception|SqliteError|DatabaseError)$/.test(error.name);
}
