const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Where lines end in bytes that pass by, so that the line of an offset can be told. It keeps only the ends that may still be asked for. */
export class LineIndex {
  /** Offsets of the last byte of each line, in order; those before `#forgotten` are gone. */
  #ends: number[] = [];
  #forgotten = 0;
  #offset = 0;
  #afterReturn = false;

  /** The same bytes, noted. */
  async *noting(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const piece of bytes) {
      this.#note(piece);
      yield piece;
    }
  }

  /** Returns true when the bytes so far end at an offset, and without a line end. */
  endsOpen(offset: number): boolean {
    return offset >= this.#offset && !this.#afterReturn && this.#ends.at(-1) !== this.#offset - 1;
  }

  /** The line, from 1, of the byte at an offset. */
  lineAt(offset: number): number {
    let low = 0;
    let high = this.#ends.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#ends[middle] as number) < offset) low = middle + 1;
      else high = middle;
    }
    return this.#forgotten + low + 1;
  }

  /** What comes before an offset is not asked for any more. */
  forget(offset: number): void {
    const count = this.lineAt(offset) - 1 - this.#forgotten;
    if (count < 1024) return;
    this.#ends.splice(0, count);
    this.#forgotten += count;
  }

  /** CR ends a line unless LF follows, which then does. */
  #note(piece: Buffer): void {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (this.#afterReturn && byte !== NEWLINE) this.#ends.push(this.#offset + at - 1);
      this.#afterReturn = byte === RETURN;
      if (byte === NEWLINE) this.#ends.push(this.#offset + at);
    }
    this.#offset += piece.length;
  }
}
