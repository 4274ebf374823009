import { setImmediate } from "node:timers/promises";
import { type Outcome, resultOf } from "../contract/storage/outcome.ts";

interface Call<Item, Result> {
  readonly item: Item;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Calls that come while another of the same key is at work wait and are done together, in one transaction: they share
 * its locks, its statements and its commit. A call that comes alone is done at once.
 */
export class Batcher<Item, Result> {
  readonly #work: (key: string, items: readonly Item[]) => Promise<readonly Outcome<Result>[]>;
  readonly #most: number;
  readonly #weigh: (item: Item) => number;
  readonly #waiting = new Map<string, Call<Item, Result>[]>();

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

  /** @param isPart whether the call is a part of a change that is open: it is done there, by itself */
  async add(key: string, item: Item, isPart = false): Promise<Result> {
    if (isPart) return resultOf((await this.#work(key, [item]))[0]);
    return await new Promise<Result>((resolve, reject) => {
      const call = { item, resolve, reject };
      const waiting = this.#waiting.get(key);
      if (waiting !== undefined) {
        waiting.push(call);
        return;
      }
      const queue = [call];
      this.#waiting.set(key, queue);
      void this.#drain(key, queue);
    });
  }

  async #drain(key: string, queue: Call<Item, Result>[]): Promise<void> {
    while (queue.length > 0) {
      const calls = queue.splice(0, this.#fitting(queue));
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

  #fitting(queue: readonly Call<Item, Result>[]): number {
    let sum = 0;
    const tooMany = queue.findIndex(({ item }, index) => (sum += this.#weigh(item)) > this.#most && index > 0);
    return tooMany === -1 ? queue.length : tooMany;
  }
}
