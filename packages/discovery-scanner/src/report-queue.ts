import type { ScanReport } from "@cadastre/inventory-core";

/** Reports between those who make them and the one who reads: a slow reader makes the makers wait. */
export class ReportQueue {
  readonly #most: number;
  #reports: ScanReport[] = [];
  #wakeReader: (() => void) | undefined;
  #wakeWriters: (() => void)[] = [];
  #end: { readonly error?: unknown } | undefined;

  constructor(most = 1024) {
    this.#most = most;
  }

  /** Resolves when there is room again. */
  async send(report: ScanReport): Promise<void> {
    if (this.#end !== undefined) return;
    this.#reports.push(report);
    this.#wakeReader?.();
    while (this.#reports.length >= this.#most && this.#end === undefined) {
      await new Promise<void>((resolve) => this.#wakeWriters.push(resolve));
    }
  }

  /** Nothing comes after. @param failure what ended it, if it was an error */
  end(failure?: { readonly error: unknown }): void {
    this.#end ??= failure ?? {};
    this.#wakeReader?.();
    this.#releaseWriters();
  }

  async *read(): AsyncGenerator<ScanReport, void, undefined> {
    for (;;) {
      const reports = this.#reports;
      this.#reports = [];
      this.#releaseWriters();
      yield* reports;
      if (this.#reports.length > 0) continue;
      if (this.#end !== undefined) {
        if ("error" in this.#end) throw this.#end.error;
        return;
      }
      await new Promise<void>((resolve) => (this.#wakeReader = resolve));
      this.#wakeReader = undefined;
    }
  }

  #releaseWriters(): void {
    const writers = this.#wakeWriters;
    this.#wakeWriters = [];
    for (const wake of writers) wake();
  }
}
