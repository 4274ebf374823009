/** What each storage holds in the course of work that runs now. */
type Held = ReadonlyMap<object, unknown>;

let current: Held = new Map();

function within<T>(held: Held, work: () => T): T {
  const before = current;
  current = held;
  try {
    return work();
  } finally {
    current = before;
  }
}

/** What is called later belongs to the course of work that asked for it now. */
export function carried<F>(callback: F): F {
  if (typeof callback !== "function") return callback;
  const held = current;
  return function (this: unknown, ...args: unknown[]): unknown {
    return within(held, () => callback.apply(this, args) as unknown);
  } as F;
}

/**
 * `AsyncLocalStorage` of Node, as far as it is used here. The bundle has neither `await` nor async generators (they became calls of
 * `then`), so all that comes later goes through `then`, a timer or a microtask, and {@link carryContexts} has those carry what is held.
 */
export class AsyncLocalStorage<T> {
  /** Returns a function that runs its argument in the context of this call. */
  static snapshot(): <R>(work: () => R) => R {
    const held = current;
    return (work) => within(held, work);
  }

  run<R, Args extends unknown[]>(store: T, work: (...args: Args) => R, ...args: Args): R {
    return within(new Map(current).set(this, store), () => work(...args));
  }

  getStore(): T | undefined {
    return current.get(this) as T | undefined;
  }
}

type Scheduler = (callback: (...args: unknown[]) => void, ...rest: unknown[]) => unknown;

/** From now on promises, timers and microtasks carry what is held where they are asked for. Called once, before anything else. */
export function carryContexts(): void {
  // oxlint-disable-next-line typescript/unbound-method -- called with the promise that it is asked of
  const { then } = Promise.prototype;
  // oxlint-disable-next-line unicorn/no-thenable -- what it is for
  Promise.prototype.then = function <T, A = T, B = never>(
    this: Promise<T>,
    fulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return then.call(this, carried(fulfilled), carried(rejected)) as Promise<A | B>;
  } as typeof then;
  const schedulers = globalThis as unknown as Record<string, Scheduler>;
  for (const name of ["setTimeout", "setInterval", "queueMicrotask"]) {
    const schedule = schedulers[name] as Scheduler;
    schedulers[name] = (callback, ...rest) => schedule(carried(callback), ...rest);
  }
}
