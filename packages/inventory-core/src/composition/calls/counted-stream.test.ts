import { expect, it } from "vitest";
import { JsonList } from "../../contract/operations/result.ts";
import { OpenGate } from "../../storage/opening/open-gate.ts";
import { countedStream } from "./counted-stream.ts";

/** A list that tells the storage when its reading ends. */
function listOf(pages: readonly (readonly string[])[], left: () => void): JsonList<unknown> {
  async function* source(): AsyncGenerator<readonly string[]> {
    try {
      yield* pages;
    } finally {
      left();
    }
  }
  return new JsonList(source());
}

it("a close ends an unread list, so that storage waits for nothing", async () => {
  const gate = new OpenGate(() => new Error("closed"));
  let isLeft = false;
  const result = countedStream({ kind: "list", value: listOf([["1"], ["2"]], () => (isLeft = true)) }, gate);
  if (result.kind !== "list") throw new TypeError("not a list");
  const reader = result.value.records();
  expect(await reader.next()).toEqual({ done: false, value: 1 });
  expect(await gate.close(0)).toBe(true);
  expect(isLeft).toBe(true);
  await expect(reader.next()).rejects.toThrow("closed");
  expect(await reader.next()).toEqual({ done: true, value: undefined });
});

it("a list that is read to its end is not running any more", async () => {
  const gate = new OpenGate();
  const result = countedStream({ kind: "list", value: listOf([["1"], ["2"]], () => undefined) }, gate);
  if (result.kind !== "list") throw new TypeError("not a list");
  expect(await Array.fromAsync(result.value.records())).toEqual([1, 2]);
  expect(await gate.close(3_600_000)).toBe(true);
});
