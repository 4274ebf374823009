import assert from "node:assert/strict";
import { setTimeout as sleep } from "node:timers/promises";
import type { ScanReport } from "@cadastre/inventory-core";
import { answeredOf, assertComplete, within } from "./expect-reports.ts";
import { halvesOf, type ScannerCase } from "./scanner-lab.ts";

const group = "reading";

/** Long enough for a scanner to have more than it was asked for. */
const PAUSE_MS = 20;
const PAUSES = 10;

/** As soon a scan ends that is stopped. */
const MAX_MS = 1000;

const never = (): AbortSignal => new AbortController().signal;

export const readingCases: readonly ScannerCase[] = [
  {
    group,
    name: "slowly loses no report",
    run: async (lab) => {
      for (const { plan, network } of lab.plans) {
        const reports: ScanReport[] = [];
        for await (const report of lab.scanner.scan(plan, { signal: never() })) {
          reports.push(report);
          if (reports.length <= PAUSES) await sleep(PAUSE_MS);
        }
        const ended = lab.ended(reports, plan);
        assertComplete(ended, plan);
        const answered = answeredOf(ended);
        assert.deepEqual(
          network.alive.filter((ip) => !answered.includes(ip)),
          [],
          "hosts that were lost",
        );
      }
    },
  },
  {
    group,
    name: "two scans at once gives each its own",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        const halves = halvesOf(plan);
        const both = await Promise.all(halves.map(async (half) => await lab.scan(half)));
        for (const [index, half] of halves.entries()) assertComplete(both[index] ?? [], half);
      }
    },
  },
  {
    group,
    name: "one of two scans goes on when the other is stopped",
    run: async (lab) => {
      const [stopped, other] = halvesOf(lab.plan);
      const controller = new AbortController();
      const reading = lab.scan(other);
      const ended = lab.scan(stopped, controller.signal).catch(() => []);
      controller.abort(new Error("stopped by the suite"));
      await within(MAX_MS, "end", ended);
      assertComplete(await reading, other);
    },
  },
];
