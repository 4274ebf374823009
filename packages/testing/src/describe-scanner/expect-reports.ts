import assert from "node:assert/strict";
import type { HostDone, Observation, ScanPlan, ScanReport } from "@cadastre/inventory-core";

/** Whether a report is of one host. */
export const isOfHost = (report: ScanReport): report is Observation | HostDone =>
  report.kind === "observation" || report.kind === "host-done";

/** Hosts that answered, sorted. */
export function answeredOf(reports: readonly ScanReport[]): readonly string[] {
  return reports.flatMap((report) => (report.kind === "host-done" && report.outcome === "answered" ? [report.ip] : [])).toSorted();
}

export function observationsOf(reports: readonly ScanReport[]): readonly Observation[] {
  return reports.filter((report) => report.kind === "observation");
}

/** Each target of the plan was ended once, and nothing else was. */
export function assertComplete(reports: readonly ScanReport[], plan: ScanPlan): void {
  const ended = reports.flatMap((report) => (report.kind === "host-done" ? [report.ip] : []));
  assert.deepEqual(ended.toSorted(), [...plan.targets].toSorted(), `hosts that a ${plan.scanType} scan of ${plan.subnet} ended`);
}

/** @param what is to happen: the end of the sentence "did not … within" */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new assert.AssertionError({ message: `the scanner did not ${what} within ${ms} ms` })), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
