import { expect, it } from "vitest";
import type { Outcome } from "../../../src/contract/storage/outcome.ts";
import { SYSTEM } from "../../../src/contract/access/principal.ts";
import type { CallContext } from "../../../src/contract/operations/operation.ts";
import { Batcher } from "../../../src/storage/writers/batcher.ts";

const call = (userId: string): CallContext => ({ principal: { ...SYSTEM, kind: "user", userId, username: userId }, source: "library" });

/** Work that finishes when it is told to. */
function gated(weigh?: (item: number) => number, most = 3) {
  const batches: (readonly [key: string, items: readonly number[]])[] = [];
  const gates: (() => void)[] = [];
  const batcher = new Batcher<number, string>(
    async (key, items) => {
      batches.push([key, items]);
      await new Promise<void>((resolve) => gates.push(resolve));
      if (items.includes(-1)) throw new Error("all of it failed");
      return items.map((item): Outcome<string> => (item === 0 ? { error: new Error("zero") } : { result: `done ${item}` }));
    },
    most,
    weigh,
  );
  const open = async (): Promise<void> => {
    gates.shift()?.();
    for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  return { batcher, batches, open };
}

it("does a call that comes alone at once, and those that come meanwhile together, in order", async () => {
  const { batcher, batches, open } = gated();
  const answers = [1, 2, 3, 4, 5].map((item) => batcher.add("a", item, call("ada"), false));
  expect(batches).toEqual([["a", [1]]]);
  await open();
  expect(batches.slice(1)).toEqual([["a", [2, 3, 4]]]);
  await open();
  await open();
  expect(batches.slice(2)).toEqual([["a", [5]]]);
  expect(await Promise.all(answers)).toEqual(["done 1", "done 2", "done 3", "done 4", "done 5"]);
  const later = batcher.add("a", 6, call("ada"), false);
  await open();
  expect(await later).toBe("done 6");
});

it("keeps keys apart", async () => {
  const { batcher, batches, open } = gated();
  const answers = [batcher.add("a", 1, call("ada"), false), batcher.add("b", 2, call("ada"), false)];
  expect(batches).toEqual([
    ["a", [1]],
    ["b", [2]],
  ]);
  await open();
  await open();
  expect(await Promise.all(answers)).toEqual(["done 1", "done 2"]);
});

it("tells each call what came of it, and all of them when the whole failed", async () => {
  const { batcher, open } = gated();
  const answers = Promise.allSettled([1, 0, 2, -1, 3].map((item) => batcher.add("a", item, call("ada"), false)));
  for (let batch = 0; batch < 3; batch += 1) await open();
  const said = (await answers).map((answer) => (answer.status === "fulfilled" ? answer.value : (answer.reason as Error).message));
  expect(said).toEqual(["done 1", "all of it failed", "all of it failed", "all of it failed", "done 3"]);
});

it("takes no more together than weighs what is allowed, but a heavy one alone", async () => {
  const { batcher, batches, open } = gated((item) => item, 10);
  const answers = [1, 4, 5, 2, 50, 3].map((item) => batcher.add("a", item, call("ada"), false));
  for (let batch = 0; batch < 5; batch += 1) await open();
  await Promise.all(answers);
  expect(batches.map(([, items]) => items)).toEqual([[1], [4, 5], [2], [50], [3]]);
});

it("takes calls of different callers in turns, so that one who asks for little does not wait behind one who asks for much", async () => {
  const { batcher, batches, open } = gated();
  const answers = [1, 2, 3, 4, 5, 6].map((item) => batcher.add("a", item, call("ada"), false));
  answers.push(batcher.add("a", 7, call("bob"), false));
  for (let batch = 0; batch < 3; batch += 1) await open();
  await Promise.all(answers);
  expect(batches.map(([, items]) => items)).toEqual([[1], [7, 2, 3], [4, 5, 6]]);
});
