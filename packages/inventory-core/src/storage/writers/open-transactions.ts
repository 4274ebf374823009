import { AsyncLocalStorage } from "node:async_hooks";
import { callErrors } from "../../contract/errors/call-errors.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";

/** Marks the open transactions of one storage, to refuse what would wait for the transaction that it is called in (decision 0465). */
export class OpenTransactions {
  readonly #marks = new AsyncLocalStorage<{ isOpen: boolean }>();

  /** @throws TRANSACTION_OPEN inside of an open transaction */
  refuseInside(): void {
    if (this.#marks.getStore()?.isOpen === true) throw callErrors.TRANSACTION_OPEN({});
  }

  /** Runs the work of one transaction. What the work leaves running is inside of the transaction only until the work ends. */
  async mark<T>(work: () => Promise<T>): Promise<T> {
    const mark = { isOpen: true };
    try {
      return await this.#marks.run(mark, work);
    } finally {
      mark.isOpen = false;
    }
  }

  /** Returns the storage with its transactions marked, and refused inside of each other; with `isReadOnly`, all of them are refused. */
  of(storage: OpenStorage, isReadOnly: boolean): OpenStorage {
    const write: OpenStorage["write"] = async (work, options) => {
      if (isReadOnly) throw coreErrors.READ_ONLY({});
      this.refuseInside();
      return await storage.write(async (transaction) => await this.mark(async () => await work(transaction)), options);
    };
    return new Proxy(storage, {
      get: (target, name) => {
        if (name === "write") return write;
        if (name === "isReadOnly") return isReadOnly;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === "function" ? (value.bind(target) as unknown) : value;
      },
    });
  }
}
