import { z } from "zod";
import { SYSTEM } from "../../contract/access/principal.ts";
import type { Permission } from "../../contract/access/permission.ts";
import { callErrors } from "../../contract/errors/call-errors.ts";
import { coreErrors } from "../../contract/errors/core-errors.ts";
import { isEngineError } from "../../contract/errors/error.ts";
import { checkKeys, parseAll } from "../../contract/errors/validation.ts";
import { valueKind } from "../../contract/errors/value-kind.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { clearTimeout, setTimeout } from "../../contract/real-timers.ts";
import type { OpenStorage } from "../../contract/storage/storage.ts";
import type { WritePath } from "../../contract/storage/write-path.ts";
import { holdOff } from "../../plans/rehearsal.ts";
import { errorCodes } from "../../storage/opening/retry.ts";
import type { Services } from "../container.ts";
import { CallQueue } from "./call-queue.ts";
import { OpenTransaction } from "./open-transaction.ts";
import type { InventoryTransaction, TransactionOptions } from "./transaction.ts";
import { TransactionScope } from "./transaction-scope.ts";

const MAX_TIMEOUT_MS = 3_600_000;

const Options = z.object({
  timeout: z
    .int({ error: "must be a whole number of milliseconds, or null for no limit" })
    .min(1, { error: "must be at least 1" })
    .max(MAX_TIMEOUT_MS, { error: `must be at most ${MAX_TIMEOUT_MS}` })
    .nullable()
    .optional(),
  signal: z.instanceof(AbortSignal, { error: "must be an AbortSignal" }).optional(),
});

/** What transactions have of their host. */
export interface TransactionHost {
  readonly services: Services;
  readonly storage: OpenStorage;
  readonly writes: WritePath;
  readonly permissions: readonly Permission[];
}

/** The function of a transaction. */
export type TransactionWork<T> = (transaction: InventoryTransaction) => Promise<T>;

/** What ends a transaction: its timeout in milliseconds, the signal of its caller, and the close of the inventory. */
interface Ends {
  readonly timeout: number | null;
  readonly signal: AbortSignal | undefined;
  readonly deadline: AbortController;
}

/** Thrown out of the storage in place of an error of the program, whose codes say nothing about the database. */
class Ended extends Error {
  readonly error: unknown;

  constructor(error: unknown) {
    super("the function of a transaction failed");
    this.error = error;
  }
}

/** Transactions of the program, which hold changes of the inventory and statements of the application (decision 0491). */
export class Transactions {
  readonly #host: TransactionHost;
  readonly #idle: TransactionScope[] = [];
  readonly #open = new Set<AbortController>();

  constructor(host: TransactionHost) {
    this.#host = host;
  }

  /**
   * See {@link Inventory.transaction}.
   * @param timeoutMs timeout in milliseconds of a transaction that has none of its own
   */
  async run<T>(work: TransactionWork<T>, given: TransactionOptions | undefined, timeoutMs: number): Promise<T> {
    if (typeof work !== "function")
      throw callErrors.ARGUMENT_INVALID({
        method: "transaction",
        argument: "work",
        given: valueKind(work),
        usage: "transaction(async (tx) => { … })",
      });
    checkKeys(given ?? {}, Object.keys(Options.shape), "an option of transaction");
    const { timeout = timeoutMs, signal } = parseAll(Options, given ?? {});
    const scope = this.#idle.pop() ?? (await TransactionScope.make(this.#host.services, this.#host.storage));
    const deadline = new AbortController();
    this.#open.add(deadline);
    try {
      return await this.#run(scope, work, { timeout, signal, deadline });
    } catch (error) {
      throw error instanceof Ended ? error.error : error;
    } finally {
      this.#open.delete(deadline);
      scope.storage.use(undefined);
      this.#idle.push(scope);
    }
  }

  /** Rolls back transactions that are open or wait for their locks: the inventory was closed, and waited long enough. */
  end(): void {
    for (const deadline of this.#open) deadline.abort(callErrors.INVENTORY_CLOSED({}));
  }

  async #run<T>(scope: TransactionScope, work: TransactionWork<T>, { timeout, signal, deadline }: Ends): Promise<T> {
    const signals = signal === undefined ? [deadline.signal] : [deadline.signal, signal];
    const call: CallContext = { principal: SYSTEM, source: "library", signal: AbortSignal.any(signals) };
    const queue = new CallQueue();
    let hasRun = false;
    return await this.#host.writes.compose(call, async (change) => {
      // The storage tries again what the database ended for the sake of others.
      if (hasRun) throw coreErrors.BUSY({ reason: ENDED_BY_DATABASE }, { cause: queue.failed?.error, retryAfterSeconds: 1 });
      hasRun = true;
      await holdOff(change);
      // The locks are there with the answer: only now the time of the transaction begins.
      await change.get("select 1 as one");
      scope.storage.use(change);
      const late = (): void => deadline.abort(tooLate(timeout as number, change.recordsChanged));
      const timer = timeout === null ? undefined : setTimeout(late, timeout);
      try {
        return await finished(new OpenTransaction(scope, change, queue, this.#host.permissions), work, queue, call.signal as AbortSignal);
      } finally {
        clearTimeout(timer);
      }
    });
  }
}

const ENDED_BY_DATABASE = "the database ended the transaction, by a deadlock or a lost connection; nothing was written";

/** Runs the function until it ends, or the signal aborts, and waits for the calls that it began. */
async function finished<T>(transaction: OpenTransaction, work: TransactionWork<T>, queue: CallQueue, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  // A function that throws at once, without a promise, never waits for it: its rejection must not end the process.
  aborted.catch(() => {});
  const abort = (): void => reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    const result = await Promise.race([work(transaction as unknown as InventoryTransaction), aborted]);
    await queue.settled();
    if (queue.failed !== undefined) throw callErrors.TRANSACTION_FAILED({}, { cause: queue.failed.error });
    signal.throwIfAborted();
    return result;
  } catch (error) {
    queue.close();
    // A call that is running still has statements: none of them may come after the rollback.
    await queue.settled();
    throw isOfStorage(error, queue) ? error : new Ended(error);
  } finally {
    queue.close();
    signal.removeEventListener("abort", abort);
  }
}

/** Whether the storage is to judge an error: one of a statement, but for constraints of tables of the application. */
function isOfStorage(error: unknown, queue: CallQueue): boolean {
  if (isEngineError(error)) return true;
  return queue.threw(error) && ![...errorCodes(error)].some((code) => code.startsWith("23") || code.startsWith("SQLITE_CONSTRAINT"));
}

function tooLate(timeoutMs: number, records: number): Error {
  const seconds = timeoutMs / 1000;
  const reason = `the transaction was open for ${timeoutMs} ms after changing ${records} records, and was rolled back`;
  return coreErrors.TOO_MUCH_WORK({ reason, seconds, records });
}
