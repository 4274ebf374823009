import fc from "fast-check";
import { expect, test } from "vitest";
import { NumberRanges, parseRanges, rangesText } from "./number-ranges.ts";

const range = fc.tuple(fc.nat(40), fc.nat(6)).map(([from, more]) => ({ from, to: from + more }));
const step = fc.record({ adds: fc.boolean(), range });

test("ranges hold what a set of numbers would, as few as there are gaps", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      const ranges = new NumberRanges();
      const numbers = new Set<number>();
      for (const { adds, range: one } of steps) {
        const own = Array.from({ length: one.to - one.from + 1 }, (_, index) => one.from + index);
        // What is proved is proved once: a range is added where nothing of it is.
        if (adds && own.some((number) => numbers.has(number))) continue;
        for (const number of own) {
          if (adds) numbers.add(number);
          else numbers.delete(number);
        }
        if (adds) ranges.add(one);
        else ranges.delete(one);
      }
      const held = ranges.ranges.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, index) => from + index));
      const sorted = [...numbers].toSorted((one, other) => one - other);
      expect(held).toEqual(sorted);
      const begun = sorted.filter((number) => !numbers.has(number - 1)).length;
      expect(ranges.ranges.length).toBe(begun);
      const written = ranges.ranges.length === 0 ? [] : parseRanges(rangesText(ranges.ranges));
      expect(written).toEqual(ranges.ranges);
    }),
    { numRuns: 2000 },
  );
});
