import type { Change } from "./write-path.ts";

/**
 * What one part of the program keeps of an open change, from the first time that it is asked for until the change is over: what is to
 * be done before the commit, and of which records.
 *
 * @example
 * const rewrites = new ChangeState((change) => {
 *   change.beforeCommit(async () => await rewriteAll(change));
 *   return new Set<string>();
 * });
 */
export class ChangeState<T> {
  readonly #begin: (change: Change) => T;

  /** @param begin makes the state of a change that has none yet */
  constructor(begin: (change: Change) => T) {
    this.#begin = begin;
  }

  /** The state of a change, which has it from now on. */
  of(change: Change): T {
    if (!change.states.has(this)) change.states.set(this, this.#begin(change));
    return change.states.get(this) as T;
  }

  /** The state of a change, if it has one. */
  seen(change: Change): T | undefined {
    return change.states.get(this) as T | undefined;
  }

  /** Lets go of the state of a change: it begins anew when it is asked for again. */
  forget(change: Change): void {
    change.states.delete(this);
  }
}
