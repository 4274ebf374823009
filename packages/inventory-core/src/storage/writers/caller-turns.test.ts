import { expect, it } from "vitest";
import { CallerTurns } from "./caller-turns.ts";

interface Item {
  readonly caller: string;
  readonly ms: number;
}

/** Serves all that waits, each item for its time. @param before called before each item */
function served(turns: CallerTurns<Item>, before: (count: number) => void = () => {}): string {
  const order: string[] = [];
  for (;;) {
    before(order.length);
    const one = turns.take();
    if (one === undefined) return order.join("");
    turns.count(one.caller, one.ms);
    order.push(one.caller);
  }
}

const queueOf = (...items: readonly (readonly [caller: string, ms: number, count?: number])[]): CallerTurns<Item> => {
  const turns = new CallerTurns<Item>();
  for (const [caller, ms, count = 1] of items) for (let at = 0; at < count; at += 1) turns.add({ caller, ms });
  return turns;
};

it("serves callers in turn whose items take the same time", () => {
  expect(served(queueOf(["a", 1, 3], ["b", 1, 2], ["c", 1]))).toBe("abcaba");
  expect(served(queueOf(["a", 0, 3], ["b", 0, 2], ["c", 0]))).toBe("abcaba");
});

it("serves many short items of a caller before the next long one of another", () => {
  expect(served(queueOf(["a", 3000, 3], ["b", 10, 9]))).toBe("abbbbbbbbbaa");
  // Each takes its half of the time.
  expect(served(queueOf(["a", 100, 3], ["b", 50, 6]))).toBe("abbabbabb");
});

it("does not let a caller wait longer than the most that counts", () => {
  const order = served(queueOf(["a", 60_000, 2], ["b", 1000, 20]));
  expect(order.lastIndexOf("a")).toBe(6);
});

it("gives a caller no credit for time in which nothing of it waited", () => {
  const turns = queueOf(["a", 1000, 4]);
  const order = served(turns, (count) => {
    if (count === 3) for (let at = 0; at < 3; at += 1) turns.add({ caller: "b", ms: 1000 });
  });
  expect(order).toBe("aaabab" + "b");
});

it("remembers for as long as somebody waits what a caller used before", () => {
  const turns = queueOf(["a", 3000], ["b", 10, 3]);
  const order = served(turns, (count) => {
    if (count === 1) turns.add({ caller: "a", ms: 3000 });
  });
  expect(order).toBe("abbba");
});
