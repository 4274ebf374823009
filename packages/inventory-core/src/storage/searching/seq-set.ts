/** A set of numbers of records (`seq`), a bit each: 100,000 devices are 12 KiB. */
export class SeqSet {
  #bits = new Uint8Array(1024);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  has(seq: number): boolean {
    return ((this.#bits[Math.floor(seq / 8)] ?? 0) & (1 << (seq % 8))) !== 0;
  }

  add(seq: number): void {
    const at = Math.floor(seq / 8);
    if (at >= this.#bits.length) {
      const longer = new Uint8Array(Math.max(at + 1, this.#bits.length * 2));
      longer.set(this.#bits);
      this.#bits = longer;
    }
    if (this.has(seq)) return;
    this.#bits[at] = (this.#bits[at] as number) | (1 << (seq % 8));
    this.#size += 1;
  }

  /** @returns whether it was there */
  delete(seq: number): boolean {
    if (!this.has(seq)) return false;
    const at = Math.floor(seq / 8);
    this.#bits[at] = (this.#bits[at] as number) & ~(1 << (seq % 8));
    this.#size -= 1;
    return true;
  }

  /** In ascending order. What is deleted meanwhile is not given any more. */
  *[Symbol.iterator](): Generator<number> {
    for (let at = 0; at < this.#bits.length; at += 1) {
      if (this.#bits[at] === 0) continue;
      for (let seq = at * 8; seq < at * 8 + 8; seq += 1) if (this.has(seq)) yield seq;
    }
  }
}
