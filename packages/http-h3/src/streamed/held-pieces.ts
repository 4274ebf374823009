/** A longer answer is streamed. */
const MAX_WHOLE_BYTES = 65_536;

type Piece = string | Uint8Array;

/** The text that pieces make, or these where they are longer. @returns pieces, and what closes their source if they are not read */
export async function textOrPieces(
  pieces: AsyncIterable<Piece>,
): Promise<string | { readonly pieces: AsyncIterable<Piece>; readonly close: () => Promise<unknown> }> {
  const source = pieces[Symbol.asyncIterator]();
  const begun: Uint8Array[] = [];
  for (let size = 0; size <= MAX_WHOLE_BYTES;) {
    const next = await source.next();
    if (next.done === true) return Buffer.concat(begun).toString();
    const bytes = Buffer.from(next.value as string);
    begun.push(bytes);
    size += bytes.length;
  }
  return { pieces: followed(begun, source), close: async () => await source.return?.() };
}

/** Pieces that were read, and the rest. */
async function* followed(begun: readonly Uint8Array[], rest: AsyncIterator<Piece>): AsyncGenerator<Piece> {
  try {
    yield* begun;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } finally {
    await rest.return?.();
  }
}

/**
 * Pieces of an answer that hold a slot until they have been read or are left, or the client is gone.
 *
 * @param enter takes the slot, and returns what gives it back
 * @param signal aborts when the client goes away, also where reading never began
 * @param close closes the source of pieces that are not read
 * @throws what `enter` throws, when the source is closed
 */
export async function heldPieces<T>(
  pieces: AsyncIterable<T>,
  enter: () => () => void,
  signal: AbortSignal,
  close: () => Promise<unknown>,
): Promise<AsyncIterable<T>> {
  let leave: () => void;
  try {
    signal.throwIfAborted();
    leave = enter();
  } catch (error) {
    await close();
    throw error;
  }
  signal.addEventListener("abort", leave, { once: true });
  return counted(pieces, () => {
    signal.removeEventListener("abort", leave);
    leave();
  });
}

async function* counted<T>(pieces: AsyncIterable<T>, leave: () => void): AsyncGenerator<T> {
  try {
    yield* pieces;
  } finally {
    leave();
  }
}
