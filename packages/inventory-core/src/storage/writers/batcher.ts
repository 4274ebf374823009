import { setImmediate } from "node:timers/promises";
import { turnsAs } from "../../contract/access/turns-as.ts";
import type { CallContext } from "../../contract/operations/operation.ts";
import { type Outcome, resultOf } from "../../contract/storage/outcome.ts";
import { CallerTurns } from "./caller-turns.ts";

interface Call<Item, Result> {
  readonly caller: string;
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls that come while another of the same key is at work wait and are done together, in one transaction: they share
 * its locks, its statements and its commit. A call that comes alone is done at once. Where not all go together, callers take turns.
 */
export class Batcher<Item, Result> {
  readonly #work: (key: string, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  readonly #most: number;
  readonly #weigh: (item: Item) => number;
  readonly #waiting = new Map<string, CallerTurns<Call<Item, Result>>>();

  /**
   * @param work does some calls together and tells what came of each, in their order; when it throws, all have failed
   * @param most how much is done together at most, a single call excepted
   * @param weigh how much a call is; 1 unless given
   */
  constructor(
    work: (key: string, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>,
    most: number,
    weigh: (item: Item) => number = () => 1,
  ) {
    this.#work = work;
    this.#most = most;
    this.#weigh = weigh;
  }

  /** @param isAlone whether the call is done by itself, such as a part of a change that is open */
  async add(key: string, item: Item, context: CallContext, isAlone: boolean): Promise<Result> {
    if (isAlone) return resultOf((await this.#work(key, [item]))[0]);
    return await new Promise<Result>((resolve, reject) => {
      const call = { caller: turnsAs(context), item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) return waiting.add(call);
      const queue = new CallerTurns<Call<Item, Result>>();
      queue.add(call);
      this.#waiting.set(key, queue);
      void this.#drain(key, queue);
    });
  }

  async #drain(key: string, queue: CallerTurns<Call<Item, Result>>): Promise<void> {
    while (queue.size > 0) {
      const calls = this.#taken(queue);
      try {
        const outcomes = await this.#work(
          key,
          calls.map(({ item }) => item),
        );
        calls.forEach(({ resolve, reject }, index) => {
          try {
            resolve(resultOf(outcomes[index]));
          } catch (error) {
            reject(error);
          }
        });
      } catch (error) {
        for (const { reject } of calls) reject(error);
      }
      // Who was answered just now may ask again, and goes together with those who wait. A lone caller waits for nobody.
      if (calls.length > 1) await setImmediate();
    }
    this.#waiting.delete(key);
  }

  /** Those that are done together next. */
  #taken(queue: CallerTurns<Call<Item, Result>>): readonly Call<Item, Result>[] {
    const calls: Call<Item, Result>[] = [];
    let sum = 0;
    for (let { next } = queue; next !== undefined; { next } = queue) {
      sum += this.#weigh(next.item);
      if (sum > this.#most && calls.length > 0) break;
      calls.push(queue.take() as Call<Item, Result>);
    }
    return calls;
  }
}
