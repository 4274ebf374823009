import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { TurnQueue, type TurnTaker } from "./turn-queue.ts";
import { WorkAccount } from "./work-account.ts";

/** Computes without a pause. */
function spin(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

/** Lets all wait at once. @returns in which order they went on, each with the number of its turn of the event loop */
async function orderOf(
  takers: Readonly<Record<string, TurnTaker>>,
  stepMs = 2,
): Promise<readonly (readonly [name: string, turn: number])[]> {
  const queue = new TurnQueue();
  const order: (readonly [string, number])[] = [];
  let turn = 0;
  const all = Object.entries(takers).map(async ([name, taker]) => {
    await queue.wait(taker);
    order.push([name, turn]);
    spin(stepMs);
  });
  const names = Object.keys(takers);
  for (turn = 1; turn <= 2 * names.length; turn += 1) await setImmediate();
  await Promise.all(all);
  return order;
}

const namesOf = (order: readonly (readonly [string, number])[]): string[] => order.map(([name]) => name);

const accountWith = (ms: number): WorkAccount => {
  const account = new WorkAccount("somebody");
  account.charge(ms);
  return account;
};

test("of one caller's calls, the one that has used least goes on first, and one in each turn of the event loop", async () => {
  const account = accountWith(10);
  const order = await orderOf({
    long: { account, ms: 5_000_000 },
    longer: { account, ms: 9_000_000 },
    short: { account, ms: 0 },
    middle: { account, ms: 1_000_000 },
  });
  expect(namesOf(order)).toEqual(["short", "middle", "long", "longer"]);
  expect(new Set(order.map(([, turn]) => turn)).size).toBe(4);
});

test("whoever has used least lately goes first, however many calls others make and however new these are", async () => {
  const busy = accountWith(1_000);
  const calls = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`busy ${at}`, { account: busy, ms: 0 }]));
  const [first] = await orderOf({ ...calls, quiet: { account: accountWith(5), ms: 500 } });
  expect(first?.[0]).toBe("quiet");
});

test("a group of callers takes turns as one, however many new callers it has", async () => {
  const group = accountWith(100);
  const many = Array.from({ length: 40 }, (_, at) => [`new ${at}`, { account: new WorkAccount(`${at}`, group), ms: 0 }]);
  const [first] = await orderOf({ ...(Object.fromEntries(many) as Record<string, TurnTaker>), known: { account: accountWith(20), ms: 0 } });
  expect(first?.[0]).toBe("known");
});

test("in a group, callers that have used less go first, and calls that wait long before them", async () => {
  const group = new WorkAccount("group");
  const [busy, idle] = [new WorkAccount("busy", group), new WorkAccount("idle", group)];
  busy.charge(50);
  const waiting = { "busy 1": { account: busy, ms: 0 }, idle: { account: idle, ms: 0 }, "busy 2": { account: busy, ms: 0 } };
  expect(namesOf(await orderOf(waiting))).toEqual(["idle", "busy 1", "busy 2"]);
  expect(namesOf(await orderOf({ early: { account: busy, ms: -5_000 }, idle: { account: idle, ms: 0 } }))).toEqual(["early", "idle"]);
});

test("what the process does by itself takes turns with all callers", async () => {
  const own = { account: undefined, ms: 0 };
  const other = { account: accountWith(1), ms: 0 };
  const order = namesOf(
    await orderOf({ "own 1": own, "own 2": own, "own 3": own, "caller 1": other, "caller 2": other, "caller 3": other }),
  );
  expect(order.map((name) => name.split(" ")[0])).toEqual(["caller", "own", "caller", "own", "caller", "own"]);
});

test("short calls share a turn", async () => {
  const account = accountWith(1);
  const order = await orderOf(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`call ${at}`, { account, ms: 0 }])), 0);
  expect(new Set(order.map(([, turn]) => turn)).size).toBeLessThan(8);
});
