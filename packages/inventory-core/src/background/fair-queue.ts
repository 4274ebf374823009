import { Rounds } from "./rounds.ts";

/** How much a {@link FairQueue} lets in. */
export interface FairQueueLimits {
  /** Callers that are let in at once. */
  readonly places: number;
  /** Places that one caller has at most; all of them unless set. */
  readonly placesPerCaller?: number;
  /** Places beyond `places` for callers who hold none, so that a few busy callers never keep all others waiting; 0 unless set. */
  readonly sparePlaces?: number;
  /** Most that wait, of all callers together. */
  readonly waiting: number;
  /** Most that wait of one caller; `waiting` unless set. */
  readonly waitingPerCaller?: number;
}

/** Who asks: groups from the widest to the narrowest, such as a /48 and a /64. The whole path is the caller. */
export type CallerPath = readonly string[];

interface Waiter {
  readonly path: CallerPath;
  readonly caller: string;
  /** Places that its caller may hold. */
  readonly most: number;
  /** @param error undefined: the place is theirs */
  readonly settle: (error?: unknown) => void;
}

/** Waiting callers, as a tree over the parts of their paths. */
interface Branch {
  size: number;
  readonly branches: Rounds<Branch>;
  /** Those of exactly this path, in the order in which they came. */
  readonly waiters: Set<Waiter>;
}

const callerOf = (path: CallerPath): string => (path.length === 1 ? (path[0] as string) : path.join("\n"));

const branch = (): Branch => ({ size: 0, branches: new Rounds(), waiters: new Set() });

/**
 * A bounded number of places, and a fair queue for them: groups take turns at each level, so that however many one group
 * sends, each other waits for one of them at most, in addition to those that hold places. When too many wait, the newest of the
 * largest group is refused: a flood is paid for by the flooder.
 */
export class FairQueue {
  readonly #limits: Required<FairQueueLimits>;
  readonly #refusal: () => unknown;
  readonly #held = new Map<string, number>();
  readonly #root = branch();
  #total = 0;

  /** @param refusal makes the error of who is refused */
  constructor(limits: FairQueueLimits, refusal: () => unknown) {
    this.#limits = { placesPerCaller: limits.places, sparePlaces: 0, waitingPerCaller: limits.waiting, ...limits };
    this.#refusal = refusal;
  }

  /** How many wait. */
  get waiting(): number {
    return this.#root.size;
  }

  /**
   * Does `work` when there is a place for it.
   * @param signal whoever waits and leaves gives up the turn
   * @param most places that this caller may hold, where they are others than for all
   * @throws what `refusal` makes, the reason of `signal`, what `work` throws
   */
  async run<T>(path: CallerPath, work: () => T | Promise<T>, signal?: AbortSignal, most = this.#limits.placesPerCaller): Promise<T> {
    const entering = this.enter(path, signal, most);
    if (entering !== undefined) await entering;
    try {
      // Whoever left between being let in and now is not served.
      signal?.throwIfAborted();
      return await work();
    } finally {
      this.leave(path);
    }
  }

  /**
   * Takes a place; {@link leave} gives it back.
   * @returns undefined where there is one at once; else a promise for it, which rejects as {@link run} does
   */
  enter(path: CallerPath, signal?: AbortSignal, most = this.#limits.placesPerCaller): Promise<void> | undefined {
    const caller = callerOf(path);
    // Whoever waits in front of an own request goes first.
    if (!this.#hasRoom(caller, most) || (this.#root.size > 0 && this.#hasWaiting(path))) return this.#wait(path, caller, most, signal);
    this.#take(path, caller);
    return undefined;
  }

  /** Gives a place back. */
  leave(path: CallerPath): void {
    this.#leave(callerOf(path));
  }

  #hasRoom(caller: string, most: number): boolean {
    const held = this.#held.get(caller) ?? 0;
    const { places, sparePlaces } = this.#limits;
    return held < most && (this.#total < places || (held === 0 && this.#total < places + sparePlaces));
  }

  #hasWaiting(path: CallerPath): boolean {
    let at: Branch | undefined = this.#root;
    for (const name of path) at = at?.branches.get(name);
    return at !== undefined && at.waiters.size > 0;
  }

  #take(path: CallerPath, caller: string): void {
    this.#total += 1;
    this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1);
    let at: Branch | undefined = this.#root;
    for (const name of path) {
      at?.branches.serve(name);
      at = at?.branches.get(name);
    }
  }

  #leave(caller: string): void {
    this.#total -= 1;
    const held = (this.#held.get(caller) ?? 1) - 1;
    if (held === 0) this.#held.delete(caller);
    else this.#held.set(caller, held);
    if (this.#root.size === 0) return;
    const next = this.#next(this.#root);
    if (next === undefined) return;
    this.#remove(next);
    this.#take(next.path, next.caller);
    next.settle();
  }

  async #wait(path: CallerPath, caller: string, most: number, signal: AbortSignal | undefined): Promise<void> {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const gone = (): void => {
      this.#remove(waiter);
      reject(signal?.reason as Error);
    };
    const waiter: Waiter = {
      path,
      caller,
      most,
      settle: (error) => {
        signal?.removeEventListener("abort", gone);
        if (error === undefined) resolve();
        else reject(error as Error);
      },
    };
    signal?.addEventListener("abort", gone, { once: true });
    const own = this.#add(waiter);
    if (own.waiters.size > this.#limits.waitingPerCaller) this.#refuse(waiter);
    else if (this.#root.size > this.#limits.waiting) this.#refuse(newestOfLargest(this.#root));
    await promise;
  }

  #refuse(waiter: Waiter): void {
    this.#remove(waiter);
    waiter.settle(this.#refusal());
  }

  #add(waiter: Waiter): Branch {
    let at = this.#root;
    at.size += 1;
    for (const name of waiter.path) {
      let below = at.branches.get(name);
      if (below === undefined) at.branches.add(name, (below = branch()));
      below.size += 1;
      at = below;
    }
    at.waiters.add(waiter);
    return at;
  }

  #remove(waiter: Waiter): void {
    let at = this.#root;
    at.size -= 1;
    for (const name of waiter.path) {
      const below = at.branches.get(name) as Branch;
      below.size -= 1;
      if (below.size === 0) at.branches.delete(name);
      at = below;
    }
    at.waiters.delete(waiter);
  }

  /** The next waiting call for which there is room. */
  #next(at: Branch): Waiter | undefined {
    for (const waiter of at.waiters) {
      if (this.#hasRoom(waiter.caller, waiter.most)) return waiter;
      break;
    }
    for (const [, below] of at.branches) {
      const found = this.#next(below);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** Of groups of one size, the one whose turn comes last gives way. */
function newestOfLargest(from: Branch): Waiter {
  let at = from;
  while (at.branches.size > 0)
    at = [...at.branches].map(([, below]) => below).reduce((largest, other) => (other.size >= largest.size ? other : largest));
  return [...at.waiters].at(-1) as Waiter;
}
