import type { CallBudget, Clock } from "@cadastre/inventory-core";
import {
  type CallerPath,
  FairQueue,
  isTurnOver,
  nextTurn,
  type WorkAccount,
  WorkMeter,
  workMeter,
} from "@cadastre/inventory-core/protocol";
import { httpErrors } from "../http.errors.ts";
import type { WorkSettings } from "../options.ts";
import type { WorkAccounts } from "./work-accounts.ts";

/** Milliseconds of each request that cost nothing: what ordinary requests take is not counted at all. */
const FREE_MS = 25;

/** Callers that are remembered in a window at most. */
const MAX_CALLERS = 100_000;

/** Seconds after which a caller is told to come back whose requests wait in too great a number. */
const QUEUE_RETRY_SECONDS = 1;

const callOf = (caller: string, operationId: string): string => `${operationId} ${caller}`;

/** Use of a caller in the current window, including the overdraft of earlier ones. */
interface Used {
  ms: number;
  /** Estimated cost of the running calls. */
  expectedMs: number;
  /** Operations that it was used for: these are refused when it is used up. */
  readonly operations: Set<string>;
}

/**
 * Bounds the work of each caller, beside the number of requests: how many are computed at once, with a fair queue between
 * callers, and how many milliseconds of the server they use in a window. A call is charged for its computing time or its lock time,
 * whichever is longer. Callers over budget may still make cheap calls. An overdraft is carried into the next windows. Running calls
 * reserve the cost of the caller's last call of their operation, so that many parallel calls cannot exceed the budget together.
 */
export class WorkBudget {
  readonly #settings: WorkSettings;
  readonly #clock: Clock;
  readonly #accounts: WorkAccounts;
  readonly #queue: FairQueue;
  readonly #used = new Map<string, Used>();
  /** Cost of the last call of each operation by each caller, in milliseconds per record beyond the free ones: only where there is any. */
  readonly #costs = new Map<string, number>();
  #endsAt = 0;

  constructor(settings: WorkSettings, accounts: WorkAccounts, clock: Clock) {
    this.#settings = settings;
    this.#accounts = accounts;
    this.#clock = clock;
    const { concurrency, totalConcurrency: places, queue } = settings;
    // A quarter more for callers of whom nothing is computed, so that busy ones cannot hold everything.
    const limits = {
      places,
      placesPerCaller: concurrency,
      sparePlaces: Math.ceil(places / 4),
      waitingPerCaller: queue,
      waiting: queue * 10,
    };
    this.#queue = new FairQueue(limits, () =>
      httpErrors.RATE_LIMIT_EXCEEDED(
        { seconds: QUEUE_RETRY_SECONDS, reason: "too many queued requests" },
        { retryAfterSeconds: QUEUE_RETRY_SECONDS },
      ),
    );
  }

  /**
   * The budget of one request.
   * @param path as whom the caller takes turns. @param isKnown whether the caller has credentials
   * @param signal when nobody waits for the answer any more
   * @param refused told when the budget refuses the request
   */
  of(path: CallerPath, isKnown: boolean, signal: AbortSignal, refused: () => void): CallBudget {
    const caller = path.join(" ");
    return new RequestBudget({
      queue: this.#queue,
      path,
      caller,
      account: this.#accounts.of(caller, isKnown),
      signal,
      refused,
      ledger: this.#settings.budgetMs === 0 ? undefined : this,
    });
  }

  /**
   * Reserves the estimated cost of a call.
   * @returns reserved milliseconds
   * @throws RATE_LIMIT_EXCEEDED when the budget is used up or reserved, unless the operation is cheap
   */
  take(caller: string, operationId: string, records: number): number {
    const expectedMs = (this.#costs.get(callOf(caller, operationId)) ?? 0) * records;
    this.check(caller, operationId, expectedMs);
    if (expectedMs > 0) this.#usedBy(caller).expectedMs += expectedMs;
    return expectedMs;
  }

  /** Checks the budget again after a wait. @param expectedMs estimated cost that is not reserved yet */
  check(caller: string, operationId: string, expectedMs = 0): void {
    this.#turn();
    const used = this.#used.get(caller);
    if (used === undefined || used.ms + (expectedMs > 0 ? used.expectedMs : 0) < this.#settings.budgetMs) return;
    if (expectedMs > 0 || used.operations.has(operationId)) this.#refuse(used);
  }

  /** Releases a reservation. */
  giveBack(caller: string, taken: number): void {
    if (taken > 0) this.#usedBy(caller).expectedMs -= taken;
  }

  /** Updates a caller's estimate of an operation. @param ms cost of a successful call */
  learn(caller: string, operationId: string, records: number, ms: number): void {
    const key = callOf(caller, operationId);
    this.#costs.delete(key);
    if (ms <= FREE_MS) return;
    if (this.#costs.size >= MAX_CALLERS) this.#costs.delete(this.#costs.keys().next().value as string);
    this.#costs.set(key, (ms - FREE_MS) / records);
  }

  /** @param ms beyond what is free */
  charge(caller: string, operationId: string, ms: number): void {
    if (ms <= 0) return;
    this.#turn();
    const used = this.#usedBy(caller);
    used.ms += ms;
    used.operations.add(operationId);
  }

  #refuse(used: Used): never {
    const { budgetMs, windowMs } = this.#settings;
    // Each window reduces the use by one budget.
    const waitMs = this.#endsAt - this.#clock.now() + windowMs * Math.max(0, Math.floor(used.ms / budgetMs) - 1);
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const reason = "work budget of the caller exceeded";
    throw httpErrors.RATE_LIMIT_EXCEEDED({ seconds, reason }, { retryAfterSeconds: seconds });
  }

  #usedBy(caller: string): Used {
    let used = this.#used.get(caller);
    if (used === undefined) {
      if (this.#used.size >= MAX_CALLERS) this.#used.delete(this.#used.keys().next().value as string);
      this.#used.set(caller, (used = { ms: 0, expectedMs: 0, operations: new Set() }));
    }
    return used;
  }

  #turn(): void {
    const { windowMs, budgetMs } = this.#settings;
    const endsAt = (Math.floor(this.#clock.now() / windowMs) + 1) * windowMs;
    if (endsAt === this.#endsAt) return;
    const windows = this.#endsAt === 0 ? 1 : Math.max(1, (endsAt - this.#endsAt) / windowMs);
    this.#endsAt = endsAt;
    for (const [caller, used] of this.#used) {
      used.ms = Math.max(0, used.ms - budgetMs * windows);
      if (used.ms < budgetMs) used.operations.clear();
      if (used.ms === 0 && used.expectedMs === 0) this.#used.delete(caller);
    }
  }
}

interface RequestParts {
  readonly queue: FairQueue;
  readonly path: CallerPath;
  readonly caller: string;
  readonly account: WorkAccount;
  readonly signal: AbortSignal;
  readonly refused: () => void;
  /** Undefined where time is not bounded. */
  readonly ledger: Pick<WorkBudget, "charge" | "check" | "giveBack" | "learn" | "take"> | undefined;
}

/** The budget of one request, which may do several operations (a batch). */
class RequestBudget implements CallBudget {
  readonly #parts: RequestParts;
  /** Lock time in milliseconds since the last operation. */
  #heldMs = 0;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  held(ms: number): void {
    this.#heldMs += ms;
  }

  // One frame for all of it: each more is another promise for every request.
  async run<T>(operationId: string, work: () => Promise<T>, records = 1): Promise<T> {
    const { queue, path, caller, signal, refused, ledger, account } = this.#parts;
    let running = false;
    let taken = 0;
    try {
      taken = ledger?.take(caller, operationId, records) ?? 0;
      const entering = queue.enter(path, signal);
      if (entering !== undefined) await entering;
      try {
        if (isTurnOver()) await nextTurn();
        // Clients that left while they waited are not served.
        signal.throwIfAborted();
        // Those that waited with it may have used up the window meanwhile.
        if (entering !== undefined) ledger?.check(caller, operationId);
        running = true;
        // Of a batch, what is done beside its calls is measured by another.
        const around = workMeter();
        around?.touch();
        const meter = new WorkMeter(account, signal);
        let succeeded = false;
        try {
          const result = await meter.measure(work);
          succeeded = true;
          return result;
        } finally {
          meter.touch();
          around?.resume();
          const ms = Math.max(meter.ms, this.#heldMs);
          this.#heldMs = 0;
          // A refused call must not lower the estimate.
          if (succeeded) ledger?.learn(caller, operationId, records, ms);
          ledger?.charge(caller, operationId, ms - FREE_MS);
        }
      } finally {
        queue.leave(path);
      }
    } catch (error) {
      if (!running && !signal.aborted) refused();
      throw error;
    } finally {
      ledger?.giveBack(caller, taken);
    }
  }

  async *pages<Page>(operationId: string, pages: AsyncIterable<Page>): AsyncGenerator<Page> {
    const { ledger, account, caller, signal } = this.#parts;
    const meter = new WorkMeter(account, signal);
    const source = pages[Symbol.asyncIterator]();
    let charged = FREE_MS;
    try {
      for (;;) {
        // What its reader did since the last page is no work of the list.
        meter.resume();
        const next = await meter.measure(async () => await source.next());
        meter.touch();
        ledger?.charge(caller, operationId, meter.ms - charged);
        charged = Math.max(charged, meter.ms);
        if (next.done === true) return;
        yield next.value;
      }
    } finally {
      await source.return?.();
    }
  }
}
