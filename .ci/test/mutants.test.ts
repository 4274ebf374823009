import { describe, expect, it } from "vitest";
import { mutated, mutantsOf } from "../../testing/mutants/mutants.ts";
import { randomFrom } from "../../testing/mutants/sample.ts";

const variantsOf = (text: string): readonly string[] => mutantsOf(text).map((mutant) => mutated(text, mutant));

describe("mutants", () => {
  it.each([
    ["a < b", ["a <= b"]],
    ["a && !b", ["a || !b", "a && b"]],
    ["if (a) b();", ["if (true) b();", "if (false) b();", "if (a) ;"]],
    ["await stop();", [";"]],
    ["f(1, 500, true);", [";", "f(2, 500, true);", "f(1, 500, false);"]],
    ["x = a ? b : c", ["x = true ? b : c", "x = false ? b : c"]],
  ])("of %s", (text, expected) => expect(variantsOf(text)).toEqual(expected));

  it.each(['"a" + b', "let a: 1 | true;", 'import { a } from "b";', "class A { constructor() { super(); } }", "interface A { b: true }"])(
    "there are none of %s",
    (text) => expect(variantsOf(text)).toEqual([]),
  );

  it("are drawn the same by the same seed", () => {
    const drawn = (seed: number): readonly number[] => Array.from({ length: 3 }, randomFrom(seed));
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
    for (const number of drawn(3)) expect(number).toBeGreaterThanOrEqual(0);
  });
});
