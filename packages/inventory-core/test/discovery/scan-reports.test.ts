import { setImmediate as turnOfOthers } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import type { ScanPlan } from "../../src/contract/scanning/scanner.ts";
import { scanReports } from "../../src/discovery/scans/scan-reports.ts";
import { ScriptedScanner } from "./scripted-scanner.ts";

const PLAN = { targets: [] } as unknown as ScanPlan;

/** Tells of so many addresses without ever waiting for anything. */
const telling = (count: number): ScriptedScanner =>
  new ScriptedScanner(async function* scan() {
    for (let told = 0; told < count; told += 1) yield { kind: "host-done", ip: "10.0.0.1", outcome: "silent" };
  });

describe("reports of a scanner", () => {
  it("leave the event loop to others, although the scanner never waits", async () => {
    let turns = 0;
    let isOver = false;
    const others = (async () => {
      for (; !isOver; turns += 1) await turnOfOthers();
    })();
    let heard = 0;
    for await (const _ of scanReports(telling(20_000), PLAN, new AbortController().signal)) heard += 1;
    isOver = true;
    await others;
    expect(heard).toBe(20_000);
    expect(turns).toBeGreaterThan(2);
  });

  it("are not kept until the scan is over", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    let [before, heard] = [0, 0];
    for await (const _ of scanReports(telling(100_001), PLAN, new AbortController().signal)) {
      if (heard === 1000) {
        collect();
        before = process.memoryUsage().heapUsed;
      }
      if ((heard += 1) < 100_000) continue;
      collect();
      expect((process.memoryUsage().heapUsed - before) / 2 ** 20).toBeLessThan(5);
    }
  });

  it("end with the signal, whether the scanner hears it or not", async () => {
    const stop = new AbortController();
    const stuck = new ScriptedScanner(async function* scan() {
      yield { kind: "host-done", ip: "10.0.0.1", outcome: "silent" };
      await new Promise(() => {});
    });
    const reading = (async () => {
      for await (const _ of scanReports(stuck, PLAN, stop.signal)) queueMicrotask(() => stop.abort(new Error("over")));
    })();
    await expect(reading).rejects.toThrow("over");
    await expect(scanReports(stuck, PLAN, stop.signal).next()).rejects.toThrow("over");
  });
});
