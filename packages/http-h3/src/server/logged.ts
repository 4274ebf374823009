const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What logs and metrics call the status of a request whose client went away before there was one, as nginx does. */
export const CLIENT_GONE = 499;

/** A request that failed because of us is told always, one that was refused at the usual level; the rest is for who looks closely. */
export function requestLevelOf(status: number): "debug" | "info" | "warn" {
  if (status >= 500) return "warn";
  // A client that does not heed its limit would fill the log, and one that goes away is nobody's fault.
  return status >= 400 && status !== 429 && status !== CLIENT_GONE ? "info" : "debug";
}

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
