/** Whether a server is running or stopping. */
export class Lifecycle {
  readonly #stop = new AbortController();

  get stopping(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Aborts when the server begins to stop: streams without an end (server-sent events) end then. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  stop(): void {
    this.#stop.abort();
  }
}
