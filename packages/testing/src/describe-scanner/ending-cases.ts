import assert from "node:assert/strict";
import type { ScanPlan, ScanReport } from "@cadastre/inventory-core";
import { isOfHost, within } from "./expect-reports.ts";
import { openResources, settleTo } from "./open-resources.ts";
import { planFor, type ScannerCase, type ScannerLab } from "./scanner-lab.ts";

const group = "the end";

/** A scan ends so soon; a good scanner needs a quarter of it. */
const MAX_MS = 1000;

/** Reads until the scanner ends, which may throw nothing but the reason of the signal. */
async function readOn(reports: AsyncIterator<ScanReport>, signal: AbortSignal): Promise<readonly ScanReport[]> {
  const more: ScanReport[] = [];
  try {
    for (let next = await reports.next(); next.done !== true; next = await reports.next()) more.push(next.value);
  } catch (error) {
    assert.equal(error, signal.reason, "it may throw the reason of the signal, and nothing else");
  }
  return more;
}

/** The one host that was being told of may be told to its end: a generator does not see a signal between two reports. */
function assertNothingNew(before: readonly ScanReport[], after: readonly ScanReport[]): void {
  const last = before.findLast(isOfHost);
  assert.deepEqual(
    after.filter((report) => !isOfHost(report) || report.ip !== last?.ip),
    [],
    "reports that came after the signal",
  );
}

async function stopAfterFirst(lab: ScannerLab, plan: ScanPlan): Promise<void> {
  const controller = new AbortController();
  const reports = lab.scanner.scan(plan, { signal: controller.signal })[Symbol.asyncIterator]();
  const first = await reports.next();
  if (first.done === true) throw new assert.AssertionError({ message: "it reported nothing" });
  controller.abort(new Error("stopped by the suite"));
  assertNothingNew([first.value], await within(MAX_MS, "end", readOn(reports, controller.signal)));
}

export const endingCases: readonly ScannerCase[] = [
  {
    group,
    name: "comes at once when there are no targets",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        const reports = await within(MAX_MS, "end a plan without targets", lab.scan(planFor(plan, [])));
        assert.deepEqual(
          reports.filter(({ kind }) => kind !== "warning"),
          [],
        );
      }
    },
  },
  {
    group,
    name: "comes at once, with no report, when it was stopped before it began",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        const signal = AbortSignal.abort(new Error("stopped by the suite"));
        const reports = lab.scanner.scan(plan, { signal })[Symbol.asyncIterator]();
        assert.deepEqual(await within(MAX_MS, "end", readOn(reports, signal)), []);
      }
    },
  },
  {
    group,
    name: "comes within a second when it is stopped, and nothing is told of further hosts",
    run: async (lab) => {
      for (const { plan } of lab.plans) await stopAfterFirst(lab, plan);
    },
  },
  {
    group,
    name: "comes within a second when it is stopped while somebody waits",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        const controller = new AbortController();
        const reports = lab.scanner.scan(plan, { signal: controller.signal })[Symbol.asyncIterator]();
        const waiting = readOn(reports, controller.signal);
        await new Promise((resolve) => setImmediate(resolve));
        controller.abort(new Error("stopped by the suite"));
        await within(MAX_MS, "end", waiting);
      }
    },
  },
  {
    group,
    name: "comes when the reader goes away, and leaves nothing open",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        const before = openResources();
        const leave = async (): Promise<void> => {
          for await (const _ of lab.scanner.scan(plan, { signal: new AbortController().signal })) break;
        };
        await within(MAX_MS, "let its reader go", leave());
        await settleTo(before, MAX_MS);
      }
    },
  },
  {
    group,
    name: "leaves nothing open when it was stopped or all is done",
    run: async (lab) => {
      for (const { plan } of lab.plans) {
        const before = openResources();
        await lab.scan(plan);
        await settleTo(before, MAX_MS);
        await stopAfterFirst(lab, plan);
        await settleTo(before, MAX_MS);
      }
    },
  },
];
