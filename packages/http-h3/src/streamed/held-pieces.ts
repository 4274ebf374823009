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
