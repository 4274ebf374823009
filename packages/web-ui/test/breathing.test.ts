import { describe, expect, it } from "vitest";
import { breathing } from "../page/api/breathing.ts";

/** Items that are all there already, each of which takes a while to be read. */
async function* atOnce(count: number, workMs: number): AsyncGenerator<number> {
  for (let item = 0; item < count; item += 1) {
    const until = performance.now() + workMs;
    while (performance.now() < until);
    yield item;
  }
}

async function turnsDuring(items: AsyncIterable<number>): Promise<{ readonly turns: number; readonly read: number[] }> {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const read: number[] = [];
  for await (const item of items) read.push(item);
  clearInterval(timer);
  return { turns, read };
}

describe("a long list that is there at once", () => {
  it("lets others have a turn every few milliseconds, and comes whole", async () => {
    const { turns, read } = await turnsDuring(breathing(atOnce(50, 2)));
    expect(read).toEqual(Array.from({ length: 50 }, (_, item) => item));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it("would not without it", async () => {
    expect((await turnsDuring(atOnce(50, 2))).turns).toBe(0);
  });

  it("ends its source when whoever reads it stops", async () => {
    let ended = false;
    const source = (async function* () {
      try {
        yield* atOnce(10, 0);
      } finally {
        ended = true;
      }
    })();
    for await (const item of breathing(source)) if (item === 3) break;
    expect(ended).toBe(true);
  });
});
