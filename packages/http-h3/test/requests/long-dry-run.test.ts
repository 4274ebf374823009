import { expect, test } from "vitest";
import { dryRunAnswer } from "../../src/request/dry-run.ts";

const record = (id: string, length: number) => ({ id, text: "x".repeat(length) });

test("a long dry run is sent in pieces, a record in one, and holds a slot meanwhile", async () => {
  let slots = 0;
  const enter = () => ((slots += 1), () => void (slots -= 1));
  const lengths = [10, 200_000, 200_000, 900_000, 10];
  const entries = lengths.map((length, index) => {
    const before = record(String(index), length);
    return { action: "update", resource: "crate", resourceId: before.id, before, after: { ...before, text: "" } };
  });
  const { body } = await dryRunAnswer({ entries, events: [], rows: [] }, new AbortController().signal, enter);
  expect(slots).toBe(1);
  const pieces = (await Array.fromAsync(body as AsyncIterable<string | Uint8Array>)).map((piece) =>
    Buffer.from(piece as string).toString(),
  );
  expect(slots).toBe(0);
  expect(pieces.map(({ length }) => Math.floor(length / 100_000))).toEqual([2, 2, 9, 0]);
  expect(JSON.parse(pieces.join(""))).toEqual({
    changes: entries.map(({ resourceId: id, ...entry }) => ({ ...entry, id })),
    events: [],
    rows: [],
    change_count: 5,
    event_count: 0,
  });
  expect((await dryRunAnswer({ entries: [], events: [], rows: [] }, new AbortController().signal, enter)).body).toBeTypeOf("string");
});
