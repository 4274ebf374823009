// `node:zlib` for browsers, as far as the core uses it: for checksums of tokens, of which an engine without keys makes none.

export function crc32(): never {
  throw new TypeError("the engine in a browser makes no tokens");
}
