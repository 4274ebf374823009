import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { mutated, mutantsOf } from "../../testing/mutants/mutants.ts";
import { reporting } from "../../testing/mutants/reports.ts";
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

  it.each([
    '"a" + b',
    "let a: 1 | true;",
    'import { a } from "b";',
    "class A { constructor() { super(); } }",
    "interface A { b: true }",
    "({ 1: a })",
  ])("there are none of %s", (text) => expect(variantsOf(text)).toEqual([]));

  it.each([
    [
      "x = !(a < 1) && b ? f(2) : 0; return x;",
      { a: 5, b: true, f: (n: number) => n + 1 },
      3,
      ["condition to true", "condition to false", "! left out", "&& to ||", "< to <=", "number plus one", "number plus one"],
    ],
    [
      "if (a) f(a); else return { 1: a + 1 }[1]; a += 2; return a;",
      { a: 0, f: () => {} },
      1,
      ["condition to true", "condition to false", "+ to -", "number plus one", "number plus one"],
    ],
    [
      "if (a) f(a); else return { 1: a + 1 }[1]; a += 2; return a;",
      { a: 1, f: () => {} },
      3,
      ["condition to true", "condition to false", "call left out", "+= to -=", "number plus one"],
    ],
  ])("report that they are reached, and change nothing: %s", (text, names, expected, order) => {
    const mutants = mutantsOf(text);
    const reached: number[] = [];
    const source = reporting(
      text,
      mutants.map(({ evaluated }, id) => ({ id, span: evaluated })),
    );
    const context = { ...names, x: 0, reportMutant: (id: number) => reached.push(id) };
    expect(runInNewContext(`(() => { ${source} })()`, context)).toBe(expected);
    expect(reached.map((id) => mutants[id]?.operator)).toEqual(order);
  });

  it("are drawn the same by the same seed", () => {
    const drawn = (seed: number): readonly number[] => Array.from({ length: 3 }, randomFrom(seed));
    expect(drawn(1)).toEqual(drawn(1));
    expect(drawn(1)).not.toEqual(drawn(2));
    for (const number of drawn(3)) expect(number).toBeGreaterThanOrEqual(0);
  });
});
