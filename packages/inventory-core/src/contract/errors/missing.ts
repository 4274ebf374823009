const ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Sentence for a record that is not there. Names its id only when it is one: what else a caller puts there may be a secret. */
export function missing(what: string, id: string): string {
  return ID.test(id) ? `${what} ${id} not found` : `${what} not found`;
}
