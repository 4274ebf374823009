// `node:v8` for browsers: rows of lists, which are made of texts, numbers and null, as bytes and back.
export const serialize = (value: unknown): Uint8Array => new TextEncoder().encode(JSON.stringify(value));
export const deserialize = (bytes: Uint8Array): unknown => JSON.parse(new TextDecoder().decode(bytes));
