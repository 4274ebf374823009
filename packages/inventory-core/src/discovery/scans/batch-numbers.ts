/** Most ranges of numbers that are kept: an agent sends a few batches at once, in about their order. */
const MAX_RANGES = 1000;

/** Which batches of a scan have come: numbers from 1 on, kept as ranges (`1-40,42`), so that one that is sent again is known. */
export class BatchNumbers {
  readonly #ranges: [first: number, last: number][];

  /** @param text what {@link BatchNumbers.text} gave; empty for none */
  constructor(text = "") {
    this.#ranges = text === "" ? [] : text.split(",").map(rangeOf);
  }

  has(number: number): boolean {
    return this.#ranges.some(([first, last]) => first <= number && number <= last);
  }

  /** @returns false when there are too many gaps */
  add(number: number): boolean {
    if (this.has(number)) return true;
    const at = this.#ranges.findIndex(([first]) => first > number);
    this.#ranges.splice(at === -1 ? this.#ranges.length : at, 0, [number, number]);
    for (let index = this.#ranges.length - 1; index > 0; index -= 1) {
      const [before, after] = [this.#ranges[index - 1] as [number, number], this.#ranges[index] as [number, number]];
      if (before[1] + 1 < after[0]) continue;
      before[1] = after[1];
      this.#ranges.splice(index, 1);
    }
    return this.#ranges.length <= MAX_RANGES;
  }

  /** The first of those up to a number that have not come. */
  missing(count: number, most: number): readonly number[] {
    const missing: number[] = [];
    let next = 1;
    for (const [first, last] of [...this.#ranges, [count + 1, count + 1] as const]) {
      for (; next < first && next <= count && missing.length < most; next += 1) missing.push(next);
      next = Math.max(next, last + 1);
    }
    return missing;
  }

  get text(): string {
    return this.#ranges.map(([first, last]) => (first === last ? String(first) : `${first}-${last}`)).join(",");
  }
}

function rangeOf(text: string): [number, number] {
  const [first = "", last = first] = text.split("-");
  return [Number(first), Number(last)];
}
