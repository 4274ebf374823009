import {
  type CallBudget,
  type CallerPath,
  type Clock,
  FairQueue,
  isTurnOver,
  nextTurn,
  type WorkAccount,
  WorkMeter,
  workMeter,
} from "@cadastre/inventory-core";
import { httpErrors } from "../http.errors.ts";
import type { WorkSettings } from "../options.ts";
import type { WorkAccounts } from "./work-accounts.ts";

/** Milliseconds of each request that cost nothing: what ordinary requests take is not counted at all. */
const FREE_MS = 25;

/** Callers that are remembered in a window at most. */
const MAX_CALLERS = 100_000;

/** Seconds after which a caller is told to come back whose requests wait in too great a number. */
const QUEUE_RETRY_SECONDS = 1;

/** What a caller has used in the window that is open. */
interface Used {
  ms: number;
  /** Operations that it was used for: these are refused when it is used up. */
  readonly operations: Set<string>;
}

/**
 * Bounds the work of each caller, beside the number of requests: how many are computed at once, with a fair queue between
 * callers, and how many milliseconds of the server they use in a window, which is measured. A caller who has used them up
 * goes on with whatever takes little.
 */
export class WorkBudget {
  readonly #settings: WorkSettings;
  readonly #clock: Clock;
  readonly #accounts: WorkAccounts;
  readonly #queue: FairQueue;
  #endsAt = 0;
  #used = new Map<string, Used>();

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
   * @param path as whom the caller takes turns. @param signal when nobody waits for the answer any more
   * @param refused told when the budget refuses the request
   */
  of(path: CallerPath, signal: AbortSignal, refused: () => void): CallBudget {
    const caller = path.join(" ");
    return new RequestBudget({
      queue: this.#queue,
      path,
      caller,
      account: this.#accounts.of(caller),
      signal,
      refused,
      ledger: this.#settings.budgetMs === 0 ? undefined : this,
    });
  }

  /** @throws RATE_LIMIT_EXCEEDED when the caller has used up the window, and this operation had a part in it */
  check(caller: string, operationId: string): void {
    this.#turn();
    const used = this.#used.get(caller);
    if (used === undefined || used.ms < this.#settings.budgetMs || !used.operations.has(operationId)) return;
    const seconds = Math.max(1, Math.ceil((this.#endsAt - this.#clock.now()) / 1000));
    const reason = "work budget of the caller exceeded";
    throw httpErrors.RATE_LIMIT_EXCEEDED({ seconds, reason }, { retryAfterSeconds: seconds });
  }

  /** @param ms beyond what is free */
  charge(caller: string, operationId: string, ms: number): void {
    if (ms <= 0) return;
    this.#turn();
    let used = this.#used.get(caller);
    if (used === undefined) {
      if (this.#used.size >= MAX_CALLERS) this.#used.delete(this.#used.keys().next().value as string);
      this.#used.set(caller, (used = { ms: 0, operations: new Set() }));
    }
    used.ms += ms;
    used.operations.add(operationId);
  }

  #turn(): void {
    const { windowMs } = this.#settings;
    const endsAt = (Math.floor(this.#clock.now() / windowMs) + 1) * windowMs;
    if (endsAt === this.#endsAt) return;
    this.#endsAt = endsAt;
    this.#used = new Map();
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
  readonly ledger: Pick<WorkBudget, "check" | "charge"> | undefined;
}

/** The budget of one request, which may do several operations (a batch). */
class RequestBudget implements CallBudget {
  readonly #parts: RequestParts;

  constructor(parts: RequestParts) {
    this.#parts = parts;
  }

  // One frame for all of it: each more is another promise for every request.
  async run<T>(operationId: string, work: () => Promise<T>): Promise<T> {
    const { queue, path, caller, signal, refused, ledger, account } = this.#parts;
    let running = false;
    try {
      ledger?.check(caller, operationId);
      const entering = queue.enter(path, signal);
      if (entering !== undefined) await entering;
      try {
        // Whoever left between being let in and now is not served.
        signal.throwIfAborted();
        // Those that waited with it may have used up the window meanwhile.
        if (entering !== undefined) ledger?.check(caller, operationId);
        running = true;
        // Of a batch, what is done beside its calls is measured by another.
        const around = workMeter();
        around?.touch();
        const meter = new WorkMeter(account, signal);
        try {
          return await meter.measure(() => (isTurnOver() ? nextTurn().then(work) : work()));
        } finally {
          meter.touch();
          around?.resume();
          ledger?.charge(caller, operationId, meter.ms - FREE_MS);
        }
      } finally {
        queue.leave(path);
      }
    } catch (error) {
      if (!running && !signal.aborted) refused();
      throw error;
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
