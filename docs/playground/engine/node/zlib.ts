// `node:zlib` for browsers, as far as the core uses it: for effects of plans, and for checksums of tokens, of which an engine without keys
// makes none.
import { Buffer } from "./buffer.ts";

type Done = (error: unknown, result?: Buffer) => void;

const through = (stream: CompressionStream | DecompressionStream, input: Uint8Array | string, done: Done): void => {
  const bytes = new Blob([Buffer.from(input as string)]).stream().pipeThrough(stream);
  void new Response(bytes).arrayBuffer().then((result) => done(null, Buffer.from(result)), done);
};

export const deflateRaw = (input: Uint8Array | string, done: Done): void => through(new CompressionStream("deflate-raw"), input, done);
export const inflateRaw = (input: Uint8Array | string, done: Done): void => through(new DecompressionStream("deflate-raw"), input, done);

export function crc32(): never {
  throw new TypeError("the engine in a browser makes no tokens");
}
