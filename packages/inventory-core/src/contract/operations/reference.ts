/** Keyword of a JSON Schema (an extension, as OpenAPI allows) that says which kind of record an id is of. */
export const REFERS_TO = "x-refers-to";

/**
 * Says of a field that it is the id of another record, for `.meta(…)`: forms and commands take names there.
 * @param kind singular of the record, as its permissions have it: `network`
 */
export const refersTo = (kind: string): { readonly [REFERS_TO]: string } => ({ [REFERS_TO]: kind });
