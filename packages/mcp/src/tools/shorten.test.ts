import { describe, expect, test, vi } from "vitest";
import { shorten } from "./shorten.ts";

const sizeOf = (value: unknown): number => JSON.stringify(value).length;

describe("shorten", () => {
  test("leaves what is short as it is", () => {
    expect(shorten({ a: [1, 2], b: "x" }, 100)).toEqual({ value: { a: [1, 2], b: "x" }, cuts: [] });
  });

  test("keeps the first elements of the largest list that fit, and does not touch what it was given", () => {
    const record = { id: "r", few: [1, 2, 3], many: Array.from({ length: 1_000 }, (_, index) => index) };
    const { value, cuts } = shorten(record, 500);
    expect(sizeOf(value)).toBeLessThanOrEqual(500);
    expect(value.many).toEqual(record.many.slice(0, value.many.length));
    expect(cuts).toEqual([{ path: "many", shown: value.many.length, of: 1_000 }]);
    expect(record.many).toHaveLength(1_000);
  });

  test("goes inside a single element, and cuts long texts", () => {
    const { value, cuts } = shorten(
      { changes: [{ before: { addresses: Array.from({ length: 500 }, () => "10.0.0.1"), note: "n".repeat(5_000) } }] },
      1_000,
    );
    expect(sizeOf(value)).toBeLessThanOrEqual(1_000);
    expect(cuts.map(({ path, of }) => [path, of])).toEqual(expect.arrayContaining([["changes[0].before.note", 5_000]]));
    expect(value.changes[0]?.before.note.endsWith("…")).toBe(true);
  });

  test("cuts very many long texts to the size that is asked for, and measures each a few times", () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`f${index}`, "x".repeat(4_090)]));
    const record = { entries: [{ before: fields, after: fields }] };
    const stringify = vi.spyOn(JSON, "stringify");
    const { value, cuts } = shorten(record, 25_000);
    const measured = stringify.mock.results.reduce((sum, { value: text }) => sum + String(text).length, 0);
    stringify.mockRestore();
    expect(sizeOf(value)).toBeLessThanOrEqual(25_000);
    expect(cuts).toHaveLength(400);
    expect(Math.min(...cuts.map(({ shown }) => shown))).toBe(31);
    expect(measured).toBeLessThan(sizeOf(record) * 4);
  });

  test("ends, also where nothing can be cut", () => {
    const wide = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`key-${index}`, index]));
    expect(shorten(wide, 100)).toEqual({ value: wide, cuts: [] });
    expect(
      sizeOf(
        shorten(
          Array.from({ length: 50 }, () => "x".repeat(200)),
          1_000,
        ).value,
      ),
    ).toBeLessThanOrEqual(1_000);
  });
});
