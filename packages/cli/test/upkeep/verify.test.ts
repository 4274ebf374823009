import type { Difference, Verification } from "@cadastre/inventory-core";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EXIT } from "../../src/exit-codes.ts";
import { tellVerification } from "../../src/upkeep/verify.ts";

const difference: Difference = { check: "counters", table: "pool", id: "7", column: "used_count", stored: "1", expected: "2" };
const verificationOf = (listed: number, count: number): Verification =>
  ({ checked: { counters: 12 }, differences: Array.from({ length: listed }, () => difference), count }) as unknown as Verification;

describe("what a verification found", () => {
  let out: string;
  let err: string;
  beforeEach(() => {
    [out, err] = ["", ""];
    vi.spyOn(process.stdout, "write").mockImplementation((text) => ((out += String(text)), true));
    vi.spyOn(process.stderr, "write").mockImplementation((text) => ((err += String(text)), true));
  });
  afterEach(() => void vi.restoreAllMocks());

  it("is nothing: the command succeeds", () => {
    tellVerification(verificationOf(0, 0), false);
    expect([out, err]).toEqual(["", "counters: 12 checked\nno differences\n"]);
  });

  it.each([1, 2])("is %i of them, a line each: the command fails with the code for wrong data", (count) => {
    expect(() => tellVerification(verificationOf(count, count), false)).toThrow(expect.objectContaining({ exitCode: EXIT.data }));
    expect(out).toBe('counters: pool 7 used_count: stored "1", expected "2"\n'.repeat(count));
    expect(err).toBe(`counters: 12 checked\n${count} differences: cadastre rebuild repairs them, except those of the check integrity\n`);
  });

  it("is more than is listed, which is said", () => {
    expect(() => tellVerification(verificationOf(2, 3), true)).toThrow(expect.objectContaining({ exitCode: EXIT.data }));
    expect(JSON.parse(out)).toMatchObject({ count: 3, differences: [difference, difference] });
    expect(err).toContain("\nonly the first 2 differences are listed\n");
  });
});
