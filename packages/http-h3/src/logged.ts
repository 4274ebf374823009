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
