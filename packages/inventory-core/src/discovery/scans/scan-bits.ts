/** One bit for each target of a scan, kept as base64 text between hosts. */
export class ScanBits {
  readonly #bytes: Uint8Array;
  #count = 0;

  /** @param text what {@link ScanBits.text} gave for a scan of the same size; empty for none set */
  constructor(size: number, text = "") {
    this.#bytes = new Uint8Array(Math.ceil(size / 8));
    this.#bytes.set(Buffer.from(text, "base64").subarray(0, this.#bytes.length));
    for (const byte of this.#bytes) for (let rest = byte; rest > 0; rest &= rest - 1) this.#count += 1;
  }

  /** How many are set. */
  get count(): number {
    return this.#count;
  }

  has(index: number): boolean {
    return ((this.#bytes[index >> 3] ?? 0) & (1 << (index & 7))) !== 0;
  }

  /** @returns false when it was set before */
  set(index: number): boolean {
    if (this.has(index)) return false;
    this.#bytes[index >> 3] = (this.#bytes[index >> 3] ?? 0) | (1 << (index & 7));
    this.#count += 1;
    return true;
  }

  get text(): string {
    return Buffer.from(this.#bytes.buffer).toString("base64");
  }
}
