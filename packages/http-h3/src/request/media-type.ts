/** JSON, and the formats that are made of it (`application/merge-patch+json`). */
export const JSON_TYPE = /^application\/(?:[a-z0-9!#$&^_.+-]+\+)?json$/;

export const FORM_TYPE = /^application\/x-www-form-urlencoded$/;

/** The type of a Content-Type header and its parameters, in lower case; "" for none. */
export function mediaTypeOf(header: string | null | undefined): readonly [type: string, ...parameters: string[]] {
  const [type = "", ...parameters] = (header ?? "")
    .toLowerCase()
    .split(";")
    .map((part) => part.trim());
  return [type, ...parameters];
}
