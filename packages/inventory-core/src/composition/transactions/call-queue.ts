import { callErrors } from "../../contract/errors/call-errors.ts";
import { isEngineError } from "../../contract/errors/error.ts";

/** What a failed call does to its transaction: a write ends it, a read only when the database failed. */
export type CallKind = "read" | "write";

/** Calls of one transaction, one after another, until it ends. */
export class CallQueue {
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #failed: { readonly error: unknown } | undefined;
  /** What statements of the database threw, as opposed to errors of the program that has the transaction. */
  readonly #thrown = new WeakSet<object>();

  /** The failure that ended the transaction. */
  get failed(): { readonly error: unknown } | undefined {
    return this.#failed;
  }

  /** Whether a call of the transaction threw the error. */
  threw(error: unknown): boolean {
    return typeof error === "object" && error !== null && this.#thrown.has(error);
  }

  /** @throws TRANSACTION_CLOSED, TRANSACTION_FAILED */
  check(): void {
    if (this.#isClosed) throw callErrors.TRANSACTION_CLOSED({});
    if (this.#failed !== undefined) throw callErrors.TRANSACTION_FAILED({}, { cause: this.#failed.error });
  }

  /** Does a call after those before it. @throws TRANSACTION_CLOSED, TRANSACTION_FAILED, what the call throws */
  async run<T>(kind: CallKind, call: () => Promise<T>): Promise<T> {
    this.check();
    const result = this.#last.then(async () => {
      this.check();
      try {
        return await call();
      } catch (error) {
        if (typeof error === "object" && error !== null) this.#thrown.add(error);
        // The answer of a rule to a read changes nothing; after any other failure PostgreSQL takes no statement.
        if (kind === "write" || !isEngineError(error)) this.#failed ??= { error };
        throw error;
      }
    });
    // A call that the program does not wait for must not end the process: its failure ends the transaction.
    this.#last = result.catch(() => {});
    return await result;
  }

  /** Waits for the calls that were begun. */
  async settled(): Promise<void> {
    for (let last; last !== this.#last;) await (last = this.#last);
  }

  /** Refuses calls from now on. */
  close(): void {
    this.#isClosed = true;
  }
}
