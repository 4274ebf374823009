/** Read at once; a file of the size that may be imported has a few hundred of them. */
const PIECE_BYTES = 256 * 1024;

/** The bytes of a file of the user, piece by piece. It may be opened again. */
export async function* bytesOf(file: Blob): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < file.size; from += PIECE_BYTES) yield new Uint8Array(await file.slice(from, from + PIECE_BYTES).arrayBuffer());
}
