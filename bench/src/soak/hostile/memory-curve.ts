const PARTS = 10;
/** What a garbage collector may leave lying about between two looks. */
const SLACK_MB = 48;
const SLACK = 1.25;

/** The memory of a server over a trial: the most in each tenth of its requests. */
export class MemoryCurve {
  readonly #most: number[] = [];
  readonly #every: number;
  readonly #total: number;
  readonly #read: () => number;

  /** @param read resident memory now, in MB */
  constructor(total: number, read: () => number) {
    this.#total = total;
    this.#read = read;
    this.#every = Math.max(1, Math.floor(total / 1000));
  }

  /** @param at how many requests were begun */
  sample(at: number): void {
    if (at % this.#every !== 0) return;
    const part = Math.min(PARTS - 1, Math.floor(((at - 1) / this.#total) * PARTS));
    this.#most[part] = Math.max(this.#most[part] ?? 0, this.#read());
  }

  curve(): readonly number[] {
    return Array.from(this.#most, (megabytes) => Math.round(megabytes ?? 0));
  }

  /** What is wrong, if memory grew after the first tenth: the last two against the second and third. */
  growth(): string | undefined {
    const [, second = 0, third = 0] = this.#most;
    const before = Math.max(this.#most[0] ?? 0, second, third);
    const after = Math.max(...this.#most.slice(-2));
    return this.#most.length < PARTS || after <= before * SLACK + SLACK_MB
      ? undefined
      : `memory grew from ${Math.round(before)} to ${Math.round(after)} MB`;
  }
}
