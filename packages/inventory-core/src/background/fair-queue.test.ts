import { expect, test } from "vitest";
import { type CallerPath, FairQueue, type FairQueueLimits } from "./fair-queue.ts";

/** Work that goes on until it is told to end, and who does it in which order. */
class Lab {
  readonly order: string[] = [];
  readonly refused: string[] = [];
  readonly #ends: (() => void)[] = [];
  readonly queue: FairQueue;

  constructor(limits: FairQueueLimits) {
    this.queue = new FairQueue(limits, () => new Error("refused"));
  }

  ask(path: CallerPath, name: string = path.join("/"), signal?: AbortSignal, most?: number): void {
    const work = async (): Promise<void> => {
      this.order.push(name);
      await new Promise<void>((resolve) => this.#ends.push(resolve));
    };
    this.queue.run(path, work, signal, most).catch(() => this.refused.push(name));
  }

  /** Lets the oldest work end. */
  async end(): Promise<void> {
    this.#ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }

  async endAll(): Promise<void> {
    while (this.#ends.length > 0) await this.end();
  }
}

test("callers take turns, however many one of them has sent", async () => {
  const lab = new Lab({ places: 1, waiting: 100 });
  for (let n = 0; n < 5; n += 1) lab.ask(["flood"]);
  lab.ask(["a"]);
  lab.ask(["b"]);
  lab.ask(["b"]);
  await lab.endAll();
  expect(lab.order).toEqual(["flood", "a", "b", "flood", "b", "flood", "flood", "flood"]);
});

test("groups take turns at each level: a thousand callers of one group are one group", async () => {
  const lab = new Lab({ places: 1, waiting: 2000 });
  lab.ask(["x", "first"]);
  for (let n = 0; n < 1000; n += 1) lab.ask(["48", `64-${n}`]);
  lab.ask(["other", "o1"]);
  lab.ask(["48", "64-0"], "again");
  for (let n = 0; n < 4; n += 1) await lab.end();
  expect(lab.order).toEqual(["x/first", "48/64-0", "other/o1", "48/64-1", "48/64-2"]);
});

test("a caller has so many places at most, and others go past those who wait for them", async () => {
  const lab = new Lab({ places: 4, placesPerCaller: 2, waiting: 100 });
  for (let n = 0; n < 5; n += 1) lab.ask(["flood"]);
  lab.ask(["a"]);
  expect(lab.order).toEqual(["flood", "flood", "a"]);
  await lab.end();
  expect(lab.order).toEqual(["flood", "flood", "a", "flood"]);
  await lab.endAll();
  expect(lab.order).toHaveLength(6);
  // Nothing is left of those who have gone.
  for (let n = 0; n < 4; n += 1) lab.ask([`new${n}`]);
  expect(lab.order).toHaveLength(10);
});

test("spare places are for callers who hold none", () => {
  const lab = new Lab({ places: 2, placesPerCaller: 2, sparePlaces: 1, waiting: 100 });
  for (let n = 0; n < 3; n += 1) lab.ask(["flood"]);
  lab.ask(["a"]);
  lab.ask(["b"]);
  expect(lab.order).toEqual(["flood", "flood", "a"]);
});

test("when too many wait, the newest of the largest group is refused; who comes from elsewhere gets in", async () => {
  const lab = new Lab({ places: 1, waiting: 3 });
  lab.ask(["w", "running"]);
  for (const name of ["f1", "f2", "f3", "f4"]) lab.ask(["48", name]);
  lab.ask(["other", "o1"]);
  await new Promise((resolve) => setImmediate(resolve));
  expect(lab.refused).toEqual(["48/f4", "48/f3"]);
  await lab.endAll();
  expect(lab.order).toEqual(["w/running", "48/f1", "other/o1", "48/f2"]);
});

test("a caller may have so many waiting, whatever room there is for others", async () => {
  const lab = new Lab({ places: 1, waiting: 10, waitingPerCaller: 1 });
  for (const name of ["1", "2", "3"]) lab.ask(["a"], name);
  lab.ask(["b"], "b");
  await new Promise((resolve) => setImmediate(resolve));
  expect([lab.refused, lab.queue.waiting]).toEqual([["3"], 2]);
});

test("who leaves while waiting gives up the turn", async () => {
  const lab = new Lab({ places: 1, waiting: 10 });
  const leaving = new AbortController();
  lab.ask(["a"]);
  lab.ask(["b"], "b", leaving.signal);
  lab.ask(["c"]);
  leaving.abort(new Error("gone"));
  await lab.endAll();
  expect([lab.order, lab.refused, lab.queue.waiting]).toEqual([["a", "c"], ["b"], 0]);
});

test("a place is given back when the work fails", async () => {
  const queue = new FairQueue({ places: 1, waiting: 1 }, () => new Error("refused"));
  const failed = queue.run(["a"], () => Promise.reject(new Error("broken")));
  const next = queue.run(["b"], async () => await Promise.resolve("done"));
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

test("whoever leaves between being let in and being served is not served, and gives the place to the next", async () => {
  const queue = new FairQueue({ places: 1, waiting: 10 }, () => new Error("refused"));
  const served: string[] = [];
  const held = Promise.withResolvers<void>();
  const first = queue.run(["a"], async () => await held.promise);
  const leaving = new AbortController();
  const left = queue.run(["b"], () => served.push("b"), leaving.signal);
  const next = queue.run(["c"], () => served.push("c"));
  held.resolve();
  // It is let in when the first has ended, and is served a moment later.
  void first.then(() => leaving.abort(new Error("left")));
  await expect(left).rejects.toThrow("left");
  await next;
  expect(served).toEqual(["c"]);
});

test("a caller who may hold more places than others has them, and gives them back", async () => {
  const lab = new Lab({ places: 4, placesPerCaller: 1, waiting: 100 });
  for (let n = 0; n < 4; n += 1) lab.ask(["a"], "a", undefined, 3);
  lab.ask(["b"]);
  lab.ask(["b"]);
  expect(lab.order).toEqual(["a", "a", "a", "b"]);
  await lab.endAll();
  expect(lab.order.toSorted()).toEqual(["a", "a", "a", "a", "b", "b"]);
});
