import fc from "fast-check";
import { expect, test } from "vitest";
import { SeqSet } from "./seq-set.ts";

test("a set of numbers is one of bits, with its size", () => {
  const step = fc.record({ adds: fc.boolean(), seq: fc.nat(5000) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const [set, expected] = [new SeqSet(), new Set<number>()];
      for (const { adds, seq } of steps) {
        // Twice, which changes nothing.
        for (let time = 0; time < 2; time += 1) {
          const there = adds ? set.add(seq) : set.delete(seq);
          expect(there).toBe(adds ? undefined : expected.has(seq));
          if (adds) expected.add(seq);
          else expected.delete(seq);
        }
        expect(set.size).toBe(expected.size);
        expect(set.has(seq)).toBe(adds);
      }
      expect([...set]).toEqual([...expected].toSorted((one, other) => one - other));
    }),
  );
});
