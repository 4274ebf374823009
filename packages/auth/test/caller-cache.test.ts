import { describe, expect, it } from "vitest";
import { CallerCache } from "../src/access/caller-cache.ts";

interface Caller {
  readonly name: string;
}

const ann: Caller = { name: "ann" };
const bob: Caller = { name: "bob" };

/** A revision that a test raises, or takes away. */
function revisionFrom(first: number | undefined) {
  let now = first;
  return { revision: { current: () => now }, set: (next: number | undefined) => void (now = next) };
}

describe("a cache of callers", () => {
  it("keeps what was found until something changes", async () => {
    const { revision, set } = revisionFrom(1);
    const cache = new CallerCache<Caller>(revision);
    expect(await cache.load("a", async () => ann)).toBe(ann);
    expect(cache.get("a")).toBe(ann);
    expect(cache.get("b")).toBeUndefined();
    set(2);
    expect(cache.get("a")).toBeUndefined();
    set(1);
    expect(cache.get("a")).toBeUndefined();
  });

  it("keeps nothing that was read before a change, whenever the answer comes", async () => {
    const { revision, set } = revisionFrom(1);
    const cache = new CallerCache<Caller>(revision);
    const row = Promise.withResolvers<Caller>();
    const looked = cache.load("a", async () => await row.promise);
    set(2);
    row.resolve(ann);
    expect(await looked).toBe(ann);
    expect(cache.get("a")).toBeUndefined();
  });

  it("forgets when it is told after the answer that something had changed before", async () => {
    const { revision, set } = revisionFrom(1);
    const cache = new CallerCache<Caller>(revision);
    await cache.load("a", async () => ann);
    await cache.load("b", async () => bob);
    set(2);
    await cache.load("b", async () => bob);
    expect(cache.get("a")).toBeUndefined();
    expect(cache.get("b")).toBe(bob);
  });

  it("answers and keeps nothing while it cannot be told what changes, and what is unchanged counts again", async () => {
    const { revision, set } = revisionFrom(1);
    const cache = new CallerCache<Caller>(revision);
    await cache.load("a", async () => ann);
    set(undefined);
    expect(cache.get("a")).toBeUndefined();
    await cache.load("b", async () => bob);
    set(1);
    expect(cache.get("a")).toBe(ann);
    expect(cache.get("b")).toBeUndefined();
    const without = new CallerCache<Caller>(undefined);
    await without.load("a", async () => ann);
    expect(without.get("a")).toBeUndefined();
  });

  it("keeps only whom it is told to keep", async () => {
    const cache = new CallerCache<Caller>(revisionFrom(1).revision);
    expect(
      await cache.load(
        "a",
        async () => ann,
        () => false,
      ),
    ).toBe(ann);
    expect(await cache.load("b", async () => undefined)).toBeUndefined();
    expect([cache.get("a"), cache.get("b")]).toEqual([undefined, undefined]);
  });

  it("is bounded, and keeps those who come again", async () => {
    const cache = new CallerCache<Caller>(revisionFrom(1).revision, 20);
    await cache.load("regular", async () => bob);
    for (let count = 0; count < 100; count += 1) {
      await cache.load(`stranger ${count}`, async () => ({ name: `${count}` }));
      expect(cache.get("regular")).toBe(bob);
    }
    const kept = Array.from({ length: 100 }, (_, count) => cache.get(`stranger ${count}`)).filter((found) => found !== undefined);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(20);
  });

  it("puts something newer only where something is", async () => {
    const { revision, set } = revisionFrom(1);
    const cache = new CallerCache<Caller>(revision);
    await cache.load("a", async () => ann);
    cache.replace("a", bob);
    expect(cache.get("a")).toBe(bob);
    set(2);
    cache.replace("a", ann);
    expect(cache.get("a")).toBeUndefined();
  });
});
