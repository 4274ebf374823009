import fc from "fast-check";
import { expect, test } from "vitest";
import { BatchNumbers } from "../../src/discovery/scans/batch-numbers.ts";

test("numbers come in any order, twice and with gaps, and are kept as ranges", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40 })), (sent) => {
      let numbers = new BatchNumbers();
      for (const number of sent) {
        expect(numbers.add(number)).toBe(true);
        // As they are stored in between.
        numbers = new BatchNumbers(numbers.text);
      }
      const all = Array.from({ length: 40 }, (_, at) => at + 1);
      expect(all.filter((number) => numbers.has(number))).toEqual(all.filter((number) => sent.includes(number)));
      expect(numbers.missing(40, 100)).toEqual(all.filter((number) => !sent.includes(number)));
      expect(numbers.missing(40, 3)).toEqual(all.filter((number) => !sent.includes(number)).slice(0, 3));
    }),
  );
});

test("too many gaps are refused", () => {
  const numbers = new BatchNumbers();
  let number = 1;
  while (numbers.add(number)) number += 2;
  expect(number).toBe(2001);
});
