import { pipeline, type Readable, type Transform } from "node:stream";
import zlib from "node:zlib";

/** Bytes of a decoded body that are read; what comes after them is of no interest. */
const MAX_READ = 64 * 1024;
/** Bytes of UTF-8 that are kept. */
const MAX_KEPT = 4096;
/** Bytes of a coded body that are read, however little they decode to. */
const MAX_CODED = 1024 * 1024;
/** More codings, one over the other, serve nobody but a bomb. */
const MAX_CODINGS = 2;

const sync = { finishFlush: zlib.constants.Z_SYNC_FLUSH };

/** Decoders by the names of RFC 9110 §8.4.1. zstd is missing in Node before 22.15. */
const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: () => zlib.createGunzip(sync),
  "x-gzip": () => zlib.createGunzip(sync),
  deflate: () => zlib.createInflate(sync),
  br: () => zlib.createBrotliDecompress(),
  ...(typeof zlib.createZstdDecompress === "function" ? { zstd: () => zlib.createZstdDecompress() } : {}),
};

/**
 * Reads the beginning of an answer's body, 64 KiB after decoding, and leaves the stream destroyed or at its end.
 *
 * @param coding the header Content-Encoding; a body in an unknown coding is kept as it is
 * @returns at most 4 KiB of it as text without NUL, well-formed, not cut within a character; up to where it breaks off, or
 * cannot be decoded
 */
export async function readAnswer(body: Readable, coding: string | undefined): Promise<string> {
  const kept: Buffer[] = [];
  let read = 0;
  try {
    for await (const chunk of decoded(body, coding) as AsyncIterable<Buffer>) {
      if (read < MAX_KEPT) kept.push(chunk.subarray(0, MAX_KEPT - read));
      read += chunk.length;
      // Leaving the loop destroys the decoder and, through it, the body.
      if (read >= MAX_READ) break;
    }
  } catch {
    // The status has said what became of the delivery: a body that breaks off, or is not what its header says, changes nothing.
  }
  return storableText(Buffer.concat(kept));
}

function decoded(body: Readable, coding: string | undefined): Readable {
  const names = (coding ?? "")
    .toLowerCase()
    .split(",")
    .map((name) => name.trim());
  const wanted = names.filter((name) => name !== "" && name !== "identity");
  const decoders = wanted.map((name) => (Object.hasOwn(DECODERS, name) ? DECODERS[name] : undefined));
  if (wanted.length > MAX_CODINGS || decoders.includes(undefined)) return body;
  // The coding that was applied last is named last.
  return decoders.reduceRight<Readable>((stream, create) => {
    if (create === undefined) return stream;
    // Whoever reads the decoder hears of a failure; the callback only keeps pipeline from throwing it.
    return pipeline(stream, beginning, create(), () => undefined);
  }, body);
}

/** An endless header of gzip, for one, decodes to nothing. */
async function* beginning(coded: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let read = 0;
  for await (const chunk of coded) {
    yield chunk;
    read += chunk.length;
    if (read >= MAX_CODED) return;
  }
}

/** A text that any database takes. */
function storableText(bytes: Buffer): string {
  // As a part of a stream, so that a character that is cut at the end is dropped, not replaced.
  const text = new TextDecoder().decode(bytes, { stream: bytes.length === MAX_KEPT }).replaceAll("\u0000", "\ufffd");
  // Replacement characters are longer than what they replace.
  return text.slice(0, new TextEncoder().encodeInto(text, new Uint8Array(MAX_KEPT)).read);
}
