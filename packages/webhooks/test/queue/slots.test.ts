import { describe, expect, test } from "vitest";
import { type DueWebhook, SLOW_MS, Slots } from "../../src/queue/slots.ts";

const ids = (count: number, name = "w"): string[] =>
  Array.from({ length: count }, (_, index) => `${name}${String(index).padStart(3, "0")}`);

const due = (webhookIds: readonly string[], owner: string | null = null): DueWebhook[] => webhookIds.map((id) => ({ id, owner_id: owner }));

/** @returns how many each has got */
function shared(slots: Slots, webhookIds: readonly string[]): Record<string, number> {
  return Object.fromEntries(slots.share(due(webhookIds)));
}

/** A webhook that has answered, in so many milliseconds. */
function answered(slots: Slots, webhookIds: readonly string[], durationMs: number): void {
  for (const id of webhookIds) {
    slots.take(id);
    slots.give(id, durationMs);
  }
}

describe("slots", () => {
  test("are a few for each webhook that answers, and one until it has", () => {
    const slots = new Slots({ perWebhook: 4, total: 100 });
    expect(shared(slots, ["a"])).toEqual({ a: 1 });
    expect(shared(slots, ["a"])).toEqual({});
    slots.give("a", 1999);
    expect(shared(slots, ["a"])).toEqual({ a: 4 });
    slots.give("a", 2000);
    // Three are still under way, and a slow one has one at a time.
    expect(shared(slots, ["a"])).toEqual({});
    for (let left = 3; left > 0; left -= 1) slots.give("a", 10_000);
    expect(shared(slots, ["a"])).toEqual({ a: 1 });
    slots.give("a", 1);
    expect(shared(slots, ["a"])).toEqual({ a: 4 });
  });

  test("are shared a slot each in turn when there are too few", () => {
    const slots = new Slots({ perWebhook: 10, total: 12 });
    answered(slots, ["a", "b", "c"], 1);
    expect(shared(slots, ["a", "b", "c"])).toEqual({ a: 4, b: 4, c: 4 });
    expect(shared(slots, ["a", "b", "c"])).toEqual({});
  });

  test("are never all taken by those that hang, however many there are, new ones too", () => {
    const slots = new Slots({ perWebhook: 4, total: 256 });
    answered(slots, ["healthy"], 5);
    const hanging = ids(1000);
    expect(Object.keys(shared(slots, hanging))).toHaveLength(192);
    expect(shared(slots, [...hanging, "healthy"])).toEqual({ healthy: 4 });
    for (const id of hanging.slice(0, 192)) slots.give(id, 10_000);
    expect(Object.keys(shared(slots, hanging))).toHaveLength(192);
    slots.give("healthy", 5);
    expect(shared(slots, [...hanging, "healthy"])).toEqual({ healthy: 1 });
  });

  test("come to every slow webhook in turn", () => {
    const slots = new Slots({ perWebhook: 4, total: 8 });
    const hanging = ids(20);
    const served = new Set<string>();
    for (let round = 0; round < 4; round += 1) {
      const shares = shared(slots, hanging);
      expect(Object.values(shares)).toEqual([1, 1, 1, 1, 1, 1]);
      for (const id of Object.keys(shares)) {
        served.add(id);
        slots.give(id, 60_000);
      }
    }
    expect(served.size).toBe(20);
  });

  test.each([1, 2])("serve slow webhooks also where there are %i in all", (total) => {
    const slots = new Slots({ perWebhook: 4, total });
    answered(slots, ["a"], 60_000);
    expect(shared(slots, ["a"])).toEqual({ a: 1 });
  });

  test("come back when what they were for is not there", () => {
    const slots = new Slots({ perWebhook: 4, total: 4 });
    answered(slots, ["a", "b"], 1);
    const shares = slots.share(due(["a", "b"]));
    expect(shared(slots, ["a", "b"])).toEqual({});
    slots.giveBack(shares);
    expect(shared(slots, ["a", "b"])).toEqual({ a: 2, b: 2 });
  });

  test("come back from an attempt that was not made, which tells nothing of the receiver", () => {
    const slots = new Slots({ perWebhook: 2, total: 2 });
    answered(slots, ["a"], 1);
    expect(shared(slots, ["a"])).toEqual({ a: 2 });
    slots.give("a", undefined);
    slots.give("a", undefined);
    expect(shared(slots, ["a"])).toEqual({ a: 2 });
  });

  test("are left for others when webhooks hang that answered quickly before, as soon as they do", () => {
    const slots = new Slots({ perWebhook: 4, total: 256 });
    const many = ids(70);
    answered(slots, [...many, "other"], 5);
    const first = slots.share(due(many, "mallory"));
    expect([...first.values()].reduce((sum, count) => sum + count)).toBeLessThanOrEqual(192);
    for (const id of many) slots.hangs(id);
    // Further slots are for one attempt each, and never all of them.
    expect(slots.share(due(many, "mallory"))).toEqual(new Map());
    expect(slots.share(due(["other"], "bob"))).toEqual(new Map([["other", 4]]));
  });

  test("are left for webhooks of which nothing is under way, also of one owner", () => {
    const slots = new Slots({ perWebhook: 100, total: 64 });
    answered(slots, ["a", "b", "c"], SLOW_MS - 1);
    expect([...slots.share([...due(["a"], "x"), ...due(["b"], "y")]).values()]).toEqual([28, 28]);
    expect(slots.share(due(["c"], "x"))).toEqual(new Map([["c", 1]]));
  });

  test("are dealt out by owner, however many webhooks one has", () => {
    const slots = new Slots({ perWebhook: 4, total: 40 });
    const many = ids(2000);
    const owners = ["bob", "carol"].map((owner) => due([owner], owner)).flat();
    answered(slots, [...many, "bob", "carol"], 5);
    const shares = slots.share([...due(many, "mallory"), ...owners]);
    expect([shares.get("bob"), shares.get("carol")]).toEqual([4, 4]);
    expect([...shares].filter(([id]) => id.startsWith("w")).length).toBe(30);
    slots.giveBack(shares);
    // Those that had none come next.
    expect([...slots.share(due(many, "mallory")).keys()].some((id) => shares.has(id))).toBe(false);
  });
});
