import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { TurnQueue } from "./turn-queue.ts";

test("one goes on in each turn of the event loop, that of the call which has used least first", async () => {
  const turns = new TurnQueue();
  const order: string[] = [];
  let turn = 0;
  const work = async (name: string, spentMs: number): Promise<void> => {
    await turns.wait(spentMs);
    order.push(`${name} ${turn}`);
  };
  const all = [work("long", 5_000_000), work("longer", 9_000_000), work("short", 0), work("middle", 1_000_000)];
  for (turn = 1; turn <= 6; turn += 1) await setImmediate();
  await Promise.all(all);
  expect(order.map((one) => one.split(" ")[0])).toEqual(["short", "middle", "long", "longer"]);
  expect(new Set(order.map((one) => one.split(" ")[1])).size).toBe(4);
});
