import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ImportProgress } from "../../src/client/transfer/import-progress.ts";

describe("the progress of an import", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] }));
  afterEach(() => void vi.useRealTimers());

  const progress = (isTTY: boolean, quiet = false) => {
    const stderr = Object.assign(new PassThrough(), { isTTY });
    const terminal = { stdin: new PassThrough(), stdout: new PassThrough(), stderr, environment: {} };
    return { import: new ImportProgress(terminal, quiet), told: () => String(stderr.read() ?? "") };
  };

  it("tells for how long the service has been writing, and takes the line away", async () => {
    const one = progress(true);
    const work = Promise.withResolvers<string>();
    const waited = one.import.writing(90_000, work.promise);
    vi.advanceTimersByTime(3000);
    expect(one.told()).toContain("writing 90000 rows, 3 s");
    work.resolve("report");
    expect(await waited).toBe("report");
    expect(one.told()).toBe("\r\u001b[K");
    vi.advanceTimersByTime(3000);
    expect(one.told()).toBe("");
  });

  it("says it once where a line cannot be drawn over, of many rows only, and nothing when it is told to be quiet", async () => {
    const [many, few, quiet] = [progress(false), progress(false), progress(true, true)];
    for (const [{ import: one }, rows] of [
      [many, 90_000],
      [few, 9],
      [quiet, 90_000],
    ] as const) {
      const work = Promise.withResolvers<void>();
      const waited = one.writing(rows, work.promise);
      vi.advanceTimersByTime(5000);
      work.resolve();
      await waited;
    }
    expect([many, few, quiet].map(({ told }) => told())).toEqual(["writing 90000 rows\n", "", ""]);
  });

  it("ends with what kept the service from writing", async () => {
    const one = progress(true);
    await expect(one.import.writing(1, Promise.reject(new Error("away")))).rejects.toThrow("away");
    vi.advanceTimersByTime(3000);
    expect(one.told()).toBe("");
  });
});
