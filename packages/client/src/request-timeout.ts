/** Ends a request when the server keeps it waiting for too long, or when the caller says so. */
export class RequestTimeout {
  /** Given to fetch. */
  readonly signal: AbortSignal;
  readonly #tooLong = new AbortController();
  readonly #timeoutMs: number;

  constructor(timeoutMs: number, callers: AbortSignal | undefined) {
    this.#timeoutMs = timeoutMs;
    this.signal = callers === undefined ? this.#tooLong.signal : AbortSignal.any([callers, this.#tooLong.signal]);
  }

  /** True once it ended a request. */
  get isOver(): boolean {
    return this.#tooLong.signal.aborted;
  }

  get timeoutMs(): number {
    return this.#timeoutMs;
  }

  /** Waits for something of the server, but not for longer than allowed: the signal makes it fail. */
  async with<T>(awaited: Promise<T>): Promise<T> {
    const timer = setTimeout(() => this.#tooLong.abort(), this.#timeoutMs);
    try {
      return await awaited;
    } finally {
      clearTimeout(timer);
    }
  }
}
